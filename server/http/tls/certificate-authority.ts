import { isIP } from 'node:net';
import { algorithm, newKeyPair, privateKeyPem, signingKey } from './key-pair.ts';

/** A certificate and its private key, both PEM. */
export interface KeyedCertificate {
  readonly cert: string;
  readonly key: string;
}

const day = 24 * 60 * 60 * 1000;
const authorityDays = 3650;
/** Browsers refuse server certificates that live longer than 398 days. */
const serverDays = 397;

/** A new certificate authority, valid for ten years from `now` (milliseconds since the epoch). */
export async function makeAuthority(now: number): Promise<KeyedCertificate> {
  const x509 = await import('@peculiar/x509');
  const keys = await newKeyPair();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Conversational Agent Service local authority',
    ...lifetime(now, authorityDays),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: pem(certificate), key: await privateKeyPem(keys.privateKey) };
}

/** A server's certificate for these host names and addresses, signed by the authority. */
export async function issueCertificate(
  authority: KeyedCertificate,
  hosts: readonly string[],
  now: number,
): Promise<KeyedCertificate> {
  const x509 = await import('@peculiar/x509');
  const issuer = new x509.X509Certificate(authority.cert);
  const keys = await newKeyPair();
  const names = hosts.map((value) => ({
    type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const),
    value,
  }));
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${hosts[0] ?? 'localhost'}`,
    issuer: issuer.subject,
    ...lifetime(now, serverDays),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: await signingKey(authority.key),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(names),
      // Strict verifiers, Python's for one, want both identifiers.
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { cert: pem(certificate), key: await privateKeyPem(keys.privateKey) };
}

// A day earlier, for clients whose clock is slow.
function lifetime(now: number, days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now - day), notAfter: new Date(now + (days - 1) * day) };
}

function pem(certificate: { toString(format: 'pem'): string }): string {
  return `${certificate.toString('pem')}\n`;
}
