import type { Knex } from 'knex';
import { z } from 'zod';
import { hashPassword } from '../auth/password.ts';
import { hashSecret, newSecret } from '../auth/secret.ts';
import { type DatabaseDeps, type ServiceContext, systemActor } from '../db/database.ts';
import type { StoreRecord } from '../db/records.ts';
import { takeLock } from '../db/service-state.ts';
import { listStores } from '../db/stores.ts';
import { hasPeople } from '../db/users.ts';
import { requireFound, ServiceError } from '../errors.ts';
import { later, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { audit } from './audit.ts';
import { parseInput } from './parse-input.ts';
import { admit, limitOf } from './rate-limit.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { type Client, type NewSession, personActor, rejectedSignIn, signIn } from './sign-in.ts';
import { createStore, storeNotFound } from './stores.ts';
import { codeMs, emailInput, normalEmail } from './users.ts';

export interface SetupDeps extends DatabaseDeps {
  readonly rateLimiter: RateLimiter;
}

const setupInput = z.object({
  code: z.string(),
  email: emailInput,
  password: z.string(),
  storeId: z.string().optional(),
  storeName: z.string().optional(),
});

export type SetupInput = z.input<typeof setupInput>;

/**
 * A code with which the first person is added within 15 minutes; undefined when there is somebody. It replaces an older
 * one. Print it to a terminal; never log it (decision 0046).
 */
export async function issueSetupCode({ database }: Pick<SetupDeps, 'database'>): Promise<string | undefined> {
  if (await hasPeople(database)) return undefined;
  const code = newSecret();
  await database.changeAll(systemActor, (context) => replaceSetupCode(context, code));
  return code;
}

/** The row of `service_state` with the setup code's expiry and hash. */
const setupCode = { name: 'setup_code' };

/** No entry in the audit log: it may be before the first store. */
export async function replaceSetupCode({ allStores, now }: ServiceContext, code: string): Promise<void> {
  const row = { ...setupCode, value: `${later(now, codeMs)} ${hashSecret(code)}` };
  await allStores('service_state').insert(row).onConflict('name').merge();
}

/** The stores that the holder of the code may choose from. Throws ServiceError `unauthorized` or `rate_limited`. */
export async function checkSetup(deps: SetupDeps, code: string, client: Client): Promise<StoreRecord[]> {
  await admit(deps.rateLimiter, limitOf.signIn(client.address));
  const now = timestamp(deps.clock);
  await deps.database.readAll((all) => requireSetupCode(all, code, now));
  return listStores(deps.database);
}

/**
 * Adds the first person as an owner of a store that exists, or of a new one, and signs them in: once, also for concurrent
 * calls. Throws ServiceError `unauthorized`, `rate_limited`, `invalid_request`, or `not_found` for the store.
 */
export async function setUp(deps: SetupDeps, input: SetupInput, client: Client): Promise<NewSession> {
  await admit(deps.rateLimiter, limitOf.signIn(client.address));
  const { code, password, ...choice } = parseInput(setupInput, input);
  const email = normalEmail(choice.email);
  const secret = await hashPassword(password);
  return deps.database.changeAll(personActor({ email }, client), async (context) => {
    const { allStores, now } = context;
    await takeLock(context, 'setup');
    await requireSetupCode(allStores, code, now);
    await allStores('service_state').where(setupCode).delete();
    const store = await chooseStore(context, choice);
    const user = { id: newId('usr'), email, password: secret, created_at: now, last_sign_in_at: null };
    await allStores('users').insert(user);
    const owner = { store_id: store.id, user_id: user.id, role: 'owner', created_at: now } as const;
    await allStores('memberships').insert(owner);
    const detail = `${email} as owner, by the setup link`;
    await audit(context.of(store), { action: 'member.invited', subject: user.id, detail });
    return signIn(context, user, client, { by: 'the setup link' });
  });
}

interface StoreChoice {
  readonly storeId?: string | undefined;
  readonly storeName?: string | undefined;
}

async function chooseStore(
  context: ServiceContext,
  { storeId, storeName }: StoreChoice,
): Promise<StoreRecord> {
  if (storeId !== undefined) {
    const store = await context.allStores('stores').where({ id: storeId }).first();
    return requireFound(store, storeNotFound(storeId));
  }
  if (storeName === undefined) {
    throw new ServiceError('invalid_request', 'store_id or store_name is required');
  }
  return createStore(context, { name: storeName, plan: 'free' });
}

/** With the first person the code ends, however they were added. Throws ServiceError `unauthorized`. */
async function requireSetupCode(all: Knex, code: string, now: string): Promise<void> {
  const row = await all('service_state').where(setupCode).first();
  const [expiresAt = '', hash] = row?.value.split(' ') ?? [];
  const isValid = hash === hashSecret(code) && expiresAt > now;
  if (isValid && (await all('users').first('id')) === undefined) return;
  throw rejectedSignIn('the setup code is invalid, used or expired');
}
