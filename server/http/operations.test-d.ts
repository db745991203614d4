import type { OperationId } from '../../generated/operations.ts';
import type { Handlers } from './handler.ts';
import { handlers } from './operations.ts';

// Type tests: `tsc` runs them, nothing executes them.

type OneOperationMore = { readonly [Id in OperationId | 'deleteAgent']: unknown };
const { listAgents: _left, ...oneHandlerLess } = handlers;

// @ts-expect-error an operation that the contract gains does not compile until it is served
handlers satisfies OneOperationMore;

// @ts-expect-error nor does the map compile without one of today's
oneHandlerLess satisfies Handlers;

// A handler cannot answer a body that the contract does not know, nor a status.
const unknownBody = async () => ({ status: 200 as const, body: { agents: [{ id: 1 }] } });
const unknownStatus = async () => ({ status: 204 as const, body: undefined });

// @ts-expect-error the body
({ ...handlers, listAgents: unknownBody }) satisfies Handlers;

// @ts-expect-error the status
({ ...handlers, createAgent: unknownStatus }) satisfies Handlers;
