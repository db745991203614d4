import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/environment.ts';
import type { Clock } from '../../support/clock.ts';
import { ownCertificate } from './own-certificate.ts';

/** What the TLS server presents, PEM. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
  /** Path of the authority to trust; null where the certificate is one that was given. */
  readonly caFile: string | null;
}

/** The certificate of TLS_CERT and TLS_KEY, or one of our own making. Throws ConfigError when it is unfit. */
export async function loadTls(
  config: Pick<Config, 'tls' | 'dataDir' | 'host'>,
  clock: Clock,
): Promise<TlsMaterial> {
  if (config.tls === null) return ownCertificate(config.dataDir, config.host, clock);
  const material = {
    cert: read('TLS_CERT', config.tls.certFile),
    key: read('TLS_KEY', config.tls.keyFile),
    caFile: null,
  };
  try {
    createSecureContext(material);
    return material;
  } catch (error) {
    throw new ConfigError(`TLS_CERT and TLS_KEY cannot be used together: ${String(error)}`);
  }
}

function read(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${variable} cannot be read: ${String(error)}`);
  }
}
