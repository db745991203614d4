import { ServiceError } from '../errors.ts';
import { withinDeadline } from './deadline.ts';
import type { Repositories } from './repositories.ts';
import { isUnavailable } from './unavailable.ts';

/** Gets each error of the database that becomes a 503, for the log. */
export type ReportUnavailable = (cause: unknown) => void;

/**
 * The repositories of the process that serves requests: each call has what is left of its request's deadline, and
 * throws ServiceError `unavailable` where the database cannot do it now (decision 0019). Commands use the repositories
 * without it.
 */
export function guardRepositories(repositories: Repositories, report: ReportUnavailable): Repositories {
  const guard: Guard = (call) => whenAvailable(() => withinDeadline(call), report);
  const { catalog } = repositories;
  return {
    stores: guardMethods(repositories.stores, guard),
    keys: guardMethods(repositories.keys, guard),
    agents: guardMethods(repositories.agents, guard),
    chatbots: guardMethods(repositories.chatbots, guard),
    conversations: guardMethods(repositories.conversations, guard),
    messages: guardMethods(repositories.messages, guard),
    catalog: {
      ...guardMethods(catalog, guard),
      // Loaded once for many requests, and a large one takes longer than the deadline.
      list: (storeId) => whenAvailable(() => catalog.list(storeId), report),
    },
    connections: guardMethods(repositories.connections, guard),
    idempotency: guardMethods(repositories.idempotency, guard),
    masterKey: guardMethods(repositories.masterKey, guard),
    users: guardMethods(repositories.users, guard),
    sessions: guardMethods(repositories.sessions, guard),
    audit: guardMethods(repositories.audit, guard),
    transaction: (name, work) => guard(() => repositories.transaction(name, work)),
  };
}

type Guard = <Result>(call: () => Promise<Result>) => Promise<Result>;

function guardMethods<Repository extends object>(repository: Repository, guard: Guard): Repository {
  const methods = Object.entries(repository).map(([name, method]) => [
    name,
    (...input: unknown[]) => guard(() => method(...input)),
  ]);
  // Every method of a repository returns a promise, and the guard keeps its parameters and its result.
  return Object.fromEntries(methods) as Repository;
}

/** Calls `report` with an error that means "not now", and throws `databaseUnavailable` for it. */
async function whenAvailable<Result>(
  call: () => Promise<Result>,
  report: ReportUnavailable,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    report(error);
    throw databaseUnavailable(error);
  }
}

const retryAfterSeconds = 2;

/** The error of a request that the database cannot serve now: 503 with Retry-After. */
export function databaseUnavailable(cause: unknown): ServiceError {
  return new ServiceError('unavailable', 'the database is not available: try again in a moment', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  });
}
