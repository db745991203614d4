import type { Role, UserRecord } from '../db/records.ts';
import { operatorActor } from '../services/audit.ts';
import type { DatabaseDeps } from '../db/database.ts';
import { openSession } from '../services/sessions.ts';
import { readUser } from '../db/users.ts';
import type { TestFetch } from './tls-fetch.ts';
import { invite } from './test-shop.ts';

/** A person of a store. */
export interface TestPerson {
  readonly user: UserRecord;
  /** A fresh session of theirs, as a browser on a page of the dashboard sends it. */
  signIn(): Promise<TestSession>;
}

export interface TestSession {
  readonly id: string;
  /** The Cookie header. */
  readonly cookie: string;
  readonly fetch: TestFetch;
}

/** What a browser sends from a page of the same origin. */
export const sameOrigin = { 'sec-fetch-site': 'same-origin' };

interface PersonDeps {
  readonly deps: DatabaseDeps;
  readonly fetch: TestFetch;
}

let people = 0;

/** Invites a new person into a store, as an operator does. */
export async function addPerson(server: PersonDeps, storeId: string, role: Role): Promise<TestPerson> {
  const { deps } = server;
  people += 1;
  const email = `person-${people}@shop.example`;
  const { member } = await invite(deps, storeId, { email, role });
  const user = await deps.database.readAll((all) => readUser(all, { id: member.user_id }));
  if (user === undefined) throw new Error('the invited person was not found');
  return {
    user,
    async signIn() {
      const { secret, session } = await deps.database.changeAll(operatorActor, (context) =>
        openSession(context, user, 'Test'),
      );
      const cookie = `__Host-session=${secret}`;
      return { id: session.id, cookie, fetch: withHeaders(server.fetch, { ...sameOrigin, cookie }) };
    },
  };
}

function withHeaders(fetch: TestFetch, headers: Readonly<Record<string, string>>): TestFetch {
  return (path, init) => fetch(path, { ...init, headers: { ...headers, ...init?.headers } });
}

/** The Cookie header of a response's Set-Cookie. */
export function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}
