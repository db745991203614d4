import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Role } from '../../db/records.ts';
import { operatorActor } from '../../services/audit.ts';
import { setPassword } from '../../services/users.ts';
import { endSession, openSession } from '../../services/sessions.ts';
import { type Contexts, openContexts } from '../../testing/browser.ts';
import { createMovableClock } from '../../testing/movable-clock.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { invite, type TestStore } from '../../testing/test-shop.ts';
import { readUser } from '../../db/users.ts';
import { hashPassword } from '../../auth/password.ts';

export const password = 'correct horse battery';

/** A person of a store of their own, on a page of the dashboard. */
export interface DashboardVisit extends TestStore {
  readonly page: Page;
  readonly email: string;
  /** Console errors, uncaught errors and violations of the policy. */
  readonly problems: readonly string[];
}

export interface VisitOptions {
  readonly role?: Role;
  /** The page to begin on, below the store. */
  readonly place?: string;
  readonly context?: BrowserContextOptions;
  /** False: the person signs in by link and has no password. */
  readonly hasPassword?: boolean;
}

export interface TestDashboard {
  readonly server: TestServer;
  /** Advances the clock of the service. */
  advance(ms: number): void;
  /** A page without a session. */
  newPage(options?: BrowserContextOptions): Promise<Pick<DashboardVisit, 'page' | 'problems'>>;
  /** A sign-in link of a person. */
  linkFor(storeId: string, email: string, role?: Role): Promise<string>;
  /** Signs a new person in, who sees their first page, or `place`. */
  visit(options?: VisitOptions): Promise<DashboardVisit>;
  close(): Promise<void>;
}

let people = 0;

/** Starts the service, which `close` stops; it closes all pages, too. */
export async function openDashboard(
  executablePath: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestDashboard> {
  const clock = createMovableClock();
  const [server, contexts] = await Promise.all([
    startTestServer({ clock, environment }),
    openContexts(executablePath),
  ]);
  const { deps } = server;
  const linkFor = async (storeId: string, email: string, role: Role = 'owner'): Promise<string> => {
    // All sign-ins come from one address: its rate limit's window passes first.
    clock.advance(61_000);
    const { code } = await invite(deps, storeId, { email, role });
    return `${server.service.baseUrl}/dashboard/#code=${code}`;
  };
  return {
    server,
    linkFor,
    advance: (ms) => clock.advance(ms),
    newPage: (options) => newPage(contexts, options),
    async visit({ role = 'owner', place, context, hasPassword = true } = {}) {
      const { store, key } = await server.addStore({ plan: 'enterprise' });
      people += 1;
      const email = `ana-${people}@shop.example`;
      const link = await linkFor(store.id, email, role);
      if (hasPassword) await givePassword(server, email);
      const opened = await newPage(contexts, context);
      const [, fragment] = link.split('#');
      const url = `${server.service.baseUrl}/dashboard/stores/${store.id}/${place}#${fragment}`;
      await opened.page.goto(place === undefined ? link : url);
      await opened.page.getByRole('heading', { level: 1 }).waitFor();
      return { ...opened, store, key, email };
    },
    async close() {
      await contexts.close();
      await server.close();
    },
  };
}

async function newPage(contexts: Contexts, options?: BrowserContextOptions) {
  const context = await contexts.open(options);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (line) => {
    // Chromium logs every response of 400 and more, which the tests expect.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) {
      problems.push(line.text());
    }
  });
  return { page, problems };
}

async function givePassword({ deps }: TestServer, email: string): Promise<void> {
  const user = await deps.database.readAll((all) => readUser(all, { email }));
  if (user === undefined) throw new Error('the invited person was not found');
  const hash = await hashPassword(password);
  await deps.database.changeAll(operatorActor, async (context) => {
    const signedIn = await openSession(context, user, 'Test');
    await setPassword(context, signedIn, hash);
    await endSession(context, signedIn, signedIn.session.id);
  });
}
