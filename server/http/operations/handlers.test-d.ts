import type { OperationId } from '../../../generated/operations.ts';
import type { Handlers } from '../handler.ts';
import { handlers } from './handlers.ts';

// Type tests: `tsc` runs them, nothing executes them.

type OneOperationMore = { readonly [Id in OperationId | 'deleteAgent']: unknown };
const { listAgents: _left, ...oneHandlerLess } = handlers;

// @ts-expect-error an operation that the contract gains does not compile until it is served
handlers satisfies OneOperationMore;

// @ts-expect-error nor does the map compile without one of today's
oneHandlerLess satisfies Handlers;

// @ts-expect-error a handler cannot answer a body that the contract does not know
({ ...handlers, listAgents: async () => ({ status: 200, body: { agents: [{ id: 1 }] } }) }) satisfies Handlers;

// @ts-expect-error nor a status
({ ...handlers, createAgent: async () => ({ status: 204, body: undefined }) }) satisfies Handlers;
