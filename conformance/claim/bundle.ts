import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isObject } from '../exchange.ts';
import { isViolated, type ClauseResult } from '../report/clause-result.ts';
import { unchecked, type SuiteReport } from '../report/suite-report.ts';

/** Who claims, about what. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  /** Where it is described. */
  readonly url: string;
  /** Whom to ask, an address for mail or the web. */
  readonly contact: string;
}

/** The files of a bundle by their names. */
export type BundleFiles = Readonly<
  Record<'report.json' | 'plan.txt' | 'exchanges.har' | 'record.jsonl', string>
>;

interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

/** An in-toto statement (v1) with the predicate test-result (v0.1), about the files of the bundle. */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly Subject[];
  readonly predicateType: 'https://in-toto.io/attestation/test-result/v0.1';
  readonly predicate: {
    /** `WARNED` where nothing is violated, and not everything was checked. */
    readonly result: 'PASSED' | 'WARNED' | 'FAILED';
    readonly configuration: readonly {
      readonly name: string;
      readonly digest: { readonly version: string };
    }[];
    readonly url: string;
    readonly passedTests: readonly string[];
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
    readonly implementation: Implementation;
    readonly seed: number;
    readonly profile: string;
  };
}

/** A DSSE envelope with the statement. */
interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

export interface Bundle {
  readonly envelope: Envelope;
  /** The public key of the signature, PEM. */
  readonly publicKey?: string;
  readonly files: BundleFiles;
}

const payloadType = 'application/vnd.in-toto+json';
const statementType = 'https://in-toto.io/Statement/v1';
const predicateType = 'https://in-toto.io/attestation/test-result/v0.1';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const idsOf = (clauses: readonly ClauseResult[]): string[] => clauses.map(({ id }) => id);

/** What the report says, as a statement about the files. */
export function statementOf(
  report: SuiteReport,
  implementation: Implementation,
  files: BundleFiles,
): Statement {
  const { suite, contract } = report.versions;
  const warned = unchecked(report.clauses, report.level);
  const passed = warned.length > 0 ? 'WARNED' : 'PASSED';
  return {
    _type: statementType,
    subject: Object.entries(files).map(([name, text]) => ({ name, digest: { sha256: sha256(text) } })),
    predicateType,
    predicate: {
      result: report.exitCode === 0 ? passed : 'FAILED',
      configuration: [
        { name: 'agent-conformance', digest: { version: suite } },
        { name: 'contract', digest: { version: contract } },
        { name: 'requirements', digest: { version: report.requirementsVersion } },
      ],
      url: report.target.baseUrl,
      passedTests: idsOf(report.clauses.filter(({ outcome }) => outcome === 'pass')),
      warnedTests: idsOf(warned),
      failedTests: idsOf(report.clauses.filter(isViolated)),
      implementation,
      seed: report.seed,
      profile: report.profile,
    },
  };
}

/** What DSSE signs: the type and the payload with their lengths. */
function signedBytes(payload: Buffer): Buffer {
  const head = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** The digest of a public key, which names it. */
export function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex');
}

// Ed25519 has its own digest.
const digestFor = ({ asymmetricKeyType }: KeyObject): 'sha256' | null =>
  asymmetricKeyType === 'ed25519' ? null : 'sha256';

/** A bundle as a file; `key` is a private key in PEM, which signs it. Throws Error for a key that cannot be read. */
export function packBundle(statement: Statement, files: BundleFiles, key?: string): Buffer {
  const payload = Buffer.from(JSON.stringify(statement));
  const secret = key === undefined ? undefined : createPrivateKey(key);
  const open = secret && createPublicKey(secret);
  const bundle: Bundle = {
    envelope: {
      payloadType,
      payload: payload.toString('base64'),
      signatures:
        secret && open
          ? [
              {
                keyid: keyIdOf(open),
                sig: sign(digestFor(secret), signedBytes(payload), secret).toString('base64'),
              },
            ]
          : [],
    },
    ...(open && { publicKey: open.export({ format: 'pem', type: 'spki' }).toString() }),
    files,
  };
  return gzipSync(JSON.stringify(bundle));
}

const fileNames = ['report.json', 'plan.txt', 'exchanges.har', 'record.jsonl'];
// A bundle of a whole run has some 10 MB.
const maxBytes = 256 * 1024 * 1024;

/** Reads a bundle's file. Throws Error for what is none. */
export function unpackBundle(file: Uint8Array): Bundle {
  let bundle: unknown;
  try {
    bundle = JSON.parse(gunzipSync(file, { maxOutputLength: maxBytes }).toString());
  } catch (error) {
    throw new Error(`it is no bundle: ${(error as Error).message}`, { cause: error });
  }
  const files = isObject(bundle) ? bundle['files'] : undefined;
  const envelope = isObject(bundle) ? bundle['envelope'] : undefined;
  const isWhole =
    isObject(files) &&
    fileNames.every((name) => typeof files[name] === 'string') &&
    Object.keys(files).length === fileNames.length &&
    isObject(envelope) &&
    typeof envelope['payload'] === 'string' &&
    Array.isArray(envelope['signatures']);
  if (!isWhole)
    throw new Error(`it is no bundle: it needs an envelope, and the files ${fileNames.join(', ')}`);
  return bundle as unknown as Bundle;
}

/** Reads the statement. Throws Error for another one. */
export function readStatement({ envelope }: Bundle): Statement {
  const statement: unknown = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
  const isOurs =
    envelope.payloadType === payloadType &&
    isObject(statement) &&
    statement['_type'] === statementType &&
    statement['predicateType'] === predicateType &&
    Array.isArray(statement['subject']) &&
    isObject(statement['predicate']);
  if (!isOurs) throw new Error('its statement is no in-toto statement about a test result');
  return statement as unknown as Statement;
}

/** The id of the key that signed, undefined where nobody did. Throws Error for a signature that is wrong. */
export function signerOf({ envelope, publicKey }: Bundle): string | undefined {
  const [signature] = envelope.signatures;
  if (signature === undefined) return undefined;
  if (publicKey === undefined) throw new Error('it is signed, and has no public key');
  const key = createPublicKey(publicKey);
  const bytes = signedBytes(Buffer.from(envelope.payload, 'base64'));
  if (!verify(digestFor(key), bytes, key, Buffer.from(signature.sig, 'base64')))
    throw new Error('its signature is wrong');
  return keyIdOf(key);
}
