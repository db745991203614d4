import type { Clock } from '../../clock.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Keyring } from '../../keys/keyring.ts';

/** What the services around tool connections need. */
export interface ConnectionDeps {
  readonly repositories: Pick<Repositories, 'stores' | 'connections'>;
  readonly keyring: Pick<Keyring, 'sealText' | 'openText'>;
  readonly clock: Clock;
}
