import { z } from 'zod';
import { hashPassword } from '../auth/password.ts';
import { hashSecret, newSecret } from '../auth/secret.ts';
import { type Database, openContext, type ServiceContext } from '../db/database.ts';
import type { StoreRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { recordAudit } from './audit.ts';
import { parseInput } from './parse-input.ts';
import { admitSignIn } from './rate-limit.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { type Client, type NewSession, rejectedSignIn, signIn } from './sign-in.ts';
import { createStore, listStores, storeNotFound } from './stores.ts';
import { codeMs, emailInput, normalEmail } from './users.ts';

export interface SetupDeps {
  readonly database: Database;
  readonly repositories: Repositories;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
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
export async function issueSetupCode({
  repositories,
  clock,
}: Pick<SetupDeps, 'repositories' | 'clock'>): Promise<string | undefined> {
  if (await repositories.users.hasAny()) return undefined;
  const code = newSecret();
  const expiresAt = new Date(clock.now() + codeMs).toISOString();
  await repositories.users.setSetupCode({ hash: hashSecret(code), expiresAt });
  return code;
}

/** The stores that the holder of the code may choose from. Throws ServiceError `unauthorized` or `rate_limited`. */
export async function checkSetup(deps: SetupDeps, code: string, client: Client): Promise<StoreRecord[]> {
  await admitSignIn(deps.rateLimiter, { address: client.address });
  await requireSetupCode(deps, code);
  return listStores(deps);
}

/**
 * Adds the first person as an owner of a store that exists, or of a new one, and signs them in: once, also for concurrent
 * calls. Throws ServiceError `unauthorized`, `rate_limited`, `invalid_request`, or `not_found` for the store.
 */
export async function setUp(deps: SetupDeps, input: SetupInput, client: Client): Promise<NewSession> {
  await admitSignIn(deps.rateLimiter, { address: client.address });
  const { code, password, ...choice } = parseInput(setupInput, input);
  const user = {
    id: newId('usr'),
    email: normalEmail(choice.email),
    password: await hashPassword(password),
    createdAt: timestamp(deps.clock),
    lastSignInAt: null,
  };
  const actor = { name: user.email, address: client.address };
  return deps.repositories.transaction('setup', async (repositories, trx) => {
    const joined = { ...deps, repositories };
    const context = openContext(trx, { actor, now: timestamp(deps.clock) });
    await requireSetupCode(joined, code);
    await repositories.users.removeSetupCode();
    const store = await chooseStore(context, choice);
    await repositories.users.insertOwner(store.id, user);
    const detail = `${user.email} as owner, by the setup link`;
    await recordAudit(joined, store.id, actor, { action: 'member.invited', subject: user.id, detail });
    return signIn(joined, async () => user, client, { by: 'the setup link' });
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
    if (store === undefined) throw storeNotFound(storeId);
    return store;
  }
  if (storeName === undefined) {
    throw new ServiceError('invalid_request', 'store_id or store_name is required');
  }
  return createStore(context, { name: storeName, plan: 'free' });
}

/** With the first person the code ends, however they were added. */
async function requireSetupCode({ repositories, clock }: SetupDeps, code: string): Promise<void> {
  const { users } = repositories;
  const isValid = await users.isSetupCode(hashSecret(code), timestamp(clock));
  if (isValid && !(await users.hasAny())) return;
  throw rejectedSignIn('the setup code is invalid, used or expired');
}
