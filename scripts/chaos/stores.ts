import { listMessages } from '../../server/db/messages.ts';
import { openKeyring } from '../../server/auth/open-keyring.ts';
import { loadConfig } from '../../server/config/config.ts';
import { openDatabase, withDatabase } from '../../server/db/connect.ts';
import { createDatabase } from '../../server/db/database.ts';
import { findDamage } from '../../server/db/integrity.ts';
import type { MessageRecord } from '../../server/db/records.ts';
import { createKey } from '../../server/services/api-keys.ts';
import { operatorActor } from '../../server/services/audit.ts';
import { createStore } from '../../server/services/stores.ts';
import { systemClock } from '../../server/support/clock.ts';
import type { Environment } from '../nodes/node.ts';
import type { LimitedStore, StoredConversation, StoredMessage } from './history.ts';

export interface ChaosStore extends LimitedStore {
  readonly apiKey: string;
}

const noLimits: Omit<LimitedStore, 'id'> = { requestsPerMinute: null, agentLimit: null };

/** Creates `count` stores, by default without a practical limit, as an operator does. */
export async function createStores(
  environment: Environment,
  count: number,
  limits = noLimits,
): Promise<ChaosStore[]> {
  const config = loadConfig(environment);
  return withDatabase(openDatabase(config), async (db) => {
    const database = createDatabase(db, { clock: systemClock });
    const keyring = await openKeyring(config, { database });
    const stores: ChaosStore[] = [];
    for (let index = 0; index < count; index++) {
      const { requestsPerMinute, agentLimit: agent_limit } = limits;
      const name = `Chaos ${index}`;
      const plan = {
        plan: 'enterprise',
        requests_per_minute: requestsPerMinute ?? 1_000_000,
        agent_limit,
      } as const;
      const { store, key } = await database.changeAll(operatorActor, async (context) => {
        const created = await createStore(context, { name, ...plan });
        return { store: created, ...(await createKey(context.of(created), keyring)) };
      });
      stores.push({ id: store.id, apiKey: key, ...limits });
    }
    return stores;
  });
}

/** Reads conversations from the database, without the service; `problems` is what SQLite's own checks found. */
export async function readStoredState(
  environment: Environment,
  conversations: readonly Pick<StoredConversation, 'storeId' | 'id'>[],
) {
  const config = loadConfig(environment);
  return withDatabase(openDatabase(config), async (db) => {
    const database = createDatabase(db, { clock: systemClock });
    const read: StoredConversation[] = [];
    for (const { storeId, id } of conversations) {
      const messages = await listMessages(database.reader(storeId), id);
      read.push({ storeId, id, messages: messages.map(storedMessageOf) });
    }
    return { conversations: read, problems: config.databaseUrl === null ? await findDamage(db) : [] };
  });
}

interface TextPart {
  readonly type: string;
  readonly text?: string;
}

function storedMessageOf({ role, content, outcome }: MessageRecord): StoredMessage {
  // Only the service writes this column: model messages as JSON, each with a list of parts.
  const messages = JSON.parse(content) as { readonly content: readonly TextPart[] }[];
  const parts = messages.flatMap((message) => message.content);
  return { role, outcome, text: parts.map((part) => (part.type === 'text' ? part.text : '')).join('') };
}
