import type { DashboardHandlers } from './operations.ts';
import { handlers } from './operations.ts';
import type { Call, HandlersOf } from './handler.ts';

// Type tests: `tsc` runs them, nothing executes them.

const { revealApiKey: _removed, ...withoutReveal } = handlers;

// @ts-expect-error revealApiKey has no handler
withoutReveal satisfies DashboardHandlers;

// @ts-expect-error getPlan has no handler
({}) satisfies HandlersOf<'plan'>;

// @ts-expect-error an operation without a role has no store
({}) as Call<'getMe'>['store'] satisfies { readonly id: string };

// @ts-expect-error an operation that needs no session may have none
({}) as Call<'signInWithCode'>['signedIn'] satisfies object;

// @ts-expect-error the response has no status 200
({ ...handlers, removeMember: async () => ({ status: 200, body: {} }) }) satisfies DashboardHandlers;
