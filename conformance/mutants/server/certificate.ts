import { generate } from 'selfsigned';

/** A key and a self-signed certificate in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Creates a self-signed certificate for localhost and 127.0.0.1. */
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
