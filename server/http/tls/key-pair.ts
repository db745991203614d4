import { createPrivateKey, webcrypto } from 'node:crypto';

// P-256: every client knows it, and its handshakes are cheap.
export const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export type KeyPair = webcrypto.CryptoKeyPair;

export function newKeyPair(): Promise<KeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

/** The private key as PKCS #8 in PEM. */
export async function privateKeyPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  const object = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return object.export({ format: 'pem', type: 'pkcs8' }).toString();
}

/** The private key of a PEM file, for signing. Throws when the PEM is not a P-256 key. */
export function signingKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' });
  return webcrypto.subtle.importKey('pkcs8', new Uint8Array(der), algorithm, false, ['sign']);
}
