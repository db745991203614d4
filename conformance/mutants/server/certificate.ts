import { generate } from 'selfsigned';

/** A private certificate for the loopback addresses, in PEM; it is its own authority. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate that lives as long as the process needs it. */
export async function createCertificate(): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { key: made.private, cert: made.cert };
}
