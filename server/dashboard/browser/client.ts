import { QueryClient } from '@tanstack/preact-query';
import createClient from 'openapi-fetch';
import { operations, type OperationId } from '../../../generated/dashboard-operations.ts';
import type { components, operations as Documented, paths } from '../../../generated/dashboard.d.ts';
import type { BodyOf, PathOf, QueryOf, ResultOf } from '../../http/operation-types.ts';
import { messageOf } from './error-message.ts';

/** The schemas of spec/dashboard.yaml by name. */
export type Schemas = components['schemas'];
export type Store = Schemas['Me']['stores'][number];

/** What every page gets. */
export interface PageProps {
  readonly me: Schemas['Me'];
  readonly store: Store;
}

/** A section of Settings shows its heading, with its buttons. */
export interface SectionProps extends PageProps {
  readonly heading: { readonly title: string; readonly lead: string; readonly store: Store };
}

/** What every screen gets. */
export interface ScreenProps extends PageProps {
  /** What follows the screen in the path: an id, or `new`; undefined for the screen itself. */
  readonly item: string | undefined;
}

/** The operations of spec/dashboard.yaml, by method and path; the browser adds the session's cookie. */
const api = createClient<paths>();

/** An error response; its message is for people. */
export class ApiError extends Error {
  readonly status: number;
  /** Whether a sign-in of the last 5 minutes is needed (RFC 9470). */
  readonly needsRecentSignIn: boolean;

  constructor(response: Response, message: string) {
    super(message);
    this.status = response.status;
    const challenge = response.headers.get('WWW-Authenticate') ?? '';
    this.needsRecentSignIn = challenge.includes('insufficient_user_authentication');
  }
}

interface Result<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a successful response. Throws ApiError, or Error when the service cannot be reached. */
async function unwrap<Data>(request: Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await request.catch(() => {
    throw new Error('The service cannot be reached. Check the connection and try again.');
  });
  if (!response.ok)
    throw new ApiError(response, messageOf(error) ?? `The service responded with ${response.status}.`);
  // A response without a body has no schema: Data is undefined then.
  return data as Data;
}

type None = Readonly<Record<string, never>> | undefined;
/** A part of a request that may be left out where nothing in it is required. */
type Part<Name extends string, Value> = Value extends None
  ? unknown
  : Partial<Value> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

type ParametersOf<Id extends OperationId> = Part<'path', PathOf<Documented[Id]>> &
  Part<'query', QueryOf<Documented[Id]>>;
export type InputOf<Id extends OperationId> = ParametersOf<Id> & Part<'body', BodyOf<Documented[Id]>>;
export type OutputOf<Id extends OperationId> = ResultOf<Documented[Id]>['body'];

/** Calls an operation with its parameters and its JSON body. Throws as `unwrap` does. */
export function call<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  options?: { readonly signal: AbortSignal },
): Promise<OutputOf<Id>> {
  return unwrap(send<OutputOf<Id>>(id, input, options));
}

/** Calls an operation whose body is a file. Throws as `unwrap` does. */
export function upload<Id extends OperationId>(
  id: Id,
  input: ParametersOf<Id>,
  { body, type }: { readonly body: File; readonly type: string },
): Promise<OutputOf<Id>> {
  const options = { bodySerializer: () => body, headers: { 'Content-Type': type } };
  return unwrap(send<OutputOf<Id>>(id, Object.assign({ body }, input), options));
}

/** The file that an operation returns. Throws as `unwrap` does. */
export function download<Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<Blob> {
  return unwrap(send<Blob>(id, input, { parseAs: 'blob' }));
}

function send<Data>(id: OperationId, input: unknown, options: object = {}): Promise<Result<Data>> {
  const { method, path } = operations[id];
  const { body, ...params } = Object(input) as { readonly body?: unknown };
  // The table has an operation's path and method: the data are those of the operation.
  const request = api.request as (method: string, path: string, init: object) => Promise<Result<Data>>;
  return request(method, path, { params, body, ...options });
}

/** The person who is signed in; null without a session. */
export async function getMe(): Promise<Schemas['Me'] | null> {
  try {
    return await call('getMe', {});
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** Whether the session is not there any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && !error.needsRecentSignIn;
}

/** The cache of what was read. Once a response says that the session is over, everything but the sign-in goes. */
export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 2,
      },
    },
  });
  const onError = (error: Error): void => {
    if (isSignedOut(error)) setMe(queries, null);
  };
  queries.getQueryCache().config.onError = onError;
  queries.getMutationCache().config.onError = onError;
  return queries;
}

export const meKey = ['me'];

/** Sets who is signed in, and drops what another person has read. */
export function setMe(queries: QueryClient, me: Schemas['Me'] | null): void {
  const before = queries.getQueryData<Schemas['Me'] | null>(meKey);
  queries.setQueryData(meKey, me);
  if (before?.user.id !== me?.user.id) {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
  }
}
