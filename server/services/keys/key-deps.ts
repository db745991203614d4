import type { Clock } from '../../clock.ts';
import type { ApiKeyRecord } from '../../db/records.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { ApiKey } from '../../keys/api-key.ts';
import type { Keyring } from '../../keys/keyring.ts';

/** What the services around API keys need. */
export interface KeyDeps {
  readonly repositories: Pick<Repositories, 'stores' | 'keys'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

/** A key in the clear beside its record: for the operator's eyes, never for a log. */
export interface RevealedKey {
  readonly key: ApiKey;
  readonly record: ApiKeyRecord;
}
