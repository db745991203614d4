import { KeyObject, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A self-signed certificate and its private key, both PEM. */
export type Certificate = Awaited<ReturnType<typeof createCertificate>>;

/** Creates a certificate for localhost, 127.0.0.1 and ::1 that is its own authority and is valid for a year, or until `notAfter`. */
export async function createCertificate(notAfter?: Date) {
  const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    signingAlgorithm,
    keys,
    ...(notAfter && { notBefore: new Date(notAfter.getTime() - 86_400_000), notAfter }),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
    ],
  });
  const key = KeyObject.from(keys.privateKey).export({ format: 'pem', type: 'pkcs8' });
  return { key: key.toString(), cert: certificate.toString('pem') };
}
