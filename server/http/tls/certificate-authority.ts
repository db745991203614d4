import { createPrivateKey, KeyObject, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

/** A certificate and its private key, both PEM. */
export interface KeyedCertificate {
  readonly cert: string;
  readonly key: string;
}

// All clients support P-256.
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

const dayMs = 24 * 60 * 60 * 1000;
const authorityDays = 3650;
/** Browsers reject server certificates that are valid for more than 398 days. */
const serverDays = 397;

/** Creates a certificate authority that is valid for ten years from `now` (milliseconds since the epoch). */
export async function createAuthority(now: number): Promise<KeyedCertificate> {
  const keys = await createKeyPair();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Conversational Agent Service local authority',
    ...validity(now, authorityDays),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return toPem(certificate, keys.privateKey);
}

/** Issues a server certificate for host names and IP addresses. Throws when the authority's key is not P-256. */
export async function issueCertificate(
  authority: KeyedCertificate,
  hosts: readonly string[],
  now: number,
): Promise<KeyedCertificate> {
  const issuer = new x509.X509Certificate(authority.cert);
  const keys = await createKeyPair();
  const names = hosts.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }) as const);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${hosts[0] ?? 'localhost'}`,
    issuer: issuer.subject,
    ...validity(now, serverDays),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: createPrivateKey(authority.key).toCryptoKey(algorithm, false, ['sign']),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(names),
      // Strict verifiers, such as Python's, require both identifiers.
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return toPem(certificate, keys.privateKey);
}

function createKeyPair(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

// Starts a day early, for clients whose clock is slow.
function validity(now: number, days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now - dayMs), notAfter: new Date(now + (days - 1) * dayMs) };
}

function toPem(certificate: x509.X509Certificate, privateKey: webcrypto.CryptoKey): KeyedCertificate {
  const key = KeyObject.from(privateKey).export({ format: 'pem', type: 'pkcs8' });
  return { cert: `${certificate.toString('pem')}\n`, key: key.toString() };
}
