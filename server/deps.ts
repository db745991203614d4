import type { Logger } from 'pino';
import type { CatalogStore } from './catalog/catalog-store.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { EmbedKeys } from './embed/embed-keys.ts';
import type { OriginDirectory } from './embed/origin-directory.ts';
import type { Repositories } from './db/repositories.ts';
import type { Keyring } from './keys/keyring.ts';
import type { RateLimiter } from './rate-limit/rate-limiter.ts';
import type { KeyDirectory } from './services/keys/key-directory.ts';
import type { ChatRuntime } from './services/chat/chat-runtime.ts';
import type { Lifecycle } from './lifecycle.ts';

/** Everything that the handlers may use; made once by `openDeps`, and real in tests too. */
export interface Deps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly repositories: Repositories;
  readonly catalogs: CatalogStore;
  readonly keyring: Keyring;
  readonly keys: KeyDirectory;
  readonly rateLimiter: RateLimiter;
  readonly chat: ChatRuntime;
  readonly embed: EmbedKeys;
  readonly origins: OriginDirectory;
  readonly lifecycle: Lifecycle;
}
