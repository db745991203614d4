import type { Clock } from '../support/clock.ts';
import { type MasterKey, type MasterKeySettings, openMasterKeys } from './master-key.ts';
import { createVisitorSecrets, type VisitorSecrets } from './visitor-secret.ts';
import { createSigningKeys, lifetimeSeconds, type SigningKeys } from './visitor-token.ts';

export interface VisitorKeys {
  readonly signing: SigningKeys;
  readonly secrets: VisitorSecrets;
}

/**
 * The keys of visitors' tokens and secrets, the same in every process of a deployment. A `kid` is a day and the id of a
 * master key. The oldest master key signs until a rotation drops it, since every process knows it; afterwards a running
 * process accepts it for 15 minutes, so that a rotation ends no session (decision 0038). Throws ConfigError.
 */
export function openVisitorKeys(settings: MasterKeySettings, clock: Clock): VisitorKeys {
  const keys = createAcceptedKeys(settings, clock);
  return {
    signing: {
      current(now) {
        const { id, bytes } = keys.oldest();
        const { kid, key } = createSigningKeys(bytes).current(now);
        return { kid: `${kid}.${id}`, key };
      },
      byKid(kid, now) {
        const [day = '', id = ''] = kid.split('.');
        const masterKey = keys.find(id);
        if (masterKey === undefined) throw new Error('the signing key is unknown');
        return createSigningKeys(masterKey.bytes).byKid(day, now);
      },
    },
    secrets: {
      issue: (...visitor) => createVisitorSecrets(keys.oldest().bytes).issue(...visitor),
      read(chatbotId, secret) {
        keys.reload();
        for (const { bytes } of keys.all()) {
          const visitorId = createVisitorSecrets(bytes).read(chatbotId, secret);
          if (visitorId !== undefined) return visitorId;
        }
        return undefined;
      },
    },
  };
}

/** How soon a process that opens no sessions notices a rotation; a request a minute reads the file. */
const maxAgeMs = 60_000;

/** The present master keys, and for the lifetime of a token those that were present before. */
function createAcceptedKeys(settings: MasterKeySettings, clock: Clock) {
  const masterKeys = openMasterKeys(settings);
  let readAt = clock.monotonic();
  const accepted = new Map<string, { readonly key: MasterKey; readonly until: number }>();
  const all = (): MasterKey[] => {
    const now = clock.monotonic();
    for (const key of masterKeys.all()) accepted.set(key.id, { key, until: now + 1000 * lifetimeSeconds });
    for (const [id, { until }] of accepted) if (until <= now) accepted.delete(id);
    return [...accepted.values()].map(({ key }) => key);
  };
  const reload = (): void => {
    // Before the keys that a rotation has dropped leave the list.
    all();
    readAt = clock.monotonic();
    try {
      masterKeys.reload();
    } catch {
      // Go on with the known keys. The look-up of API keys logs that the file cannot be read.
    }
  };
  const find = (id: string): MasterKey | undefined => all().find((key) => key.id === id);
  return {
    all,
    reload,
    find(id: string): MasterKey | undefined {
      if (clock.monotonic() - readAt >= maxAgeMs) reload();
      const known = find(id);
      if (known !== undefined) return known;
      reload();
      return find(id);
    },
    oldest(): MasterKey {
      reload();
      const oldest = masterKeys.all().at(-1);
      if (oldest === undefined) throw new Error('openMasterKeys returns at least one');
      return oldest;
    },
  };
}
