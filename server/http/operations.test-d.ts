import type { OperationId } from '../../generated/operations.ts';
import type { Handlers } from './handler.ts';
import { handlers } from './operations.ts';

// Type tests: `tsc` runs them, nothing executes them.

type WithNewOperation = { readonly [Id in OperationId | 'deleteAgent']: unknown };
const { listAgents: _removed, ...withoutListAgents } = handlers;

// @ts-expect-error a new operation of the contract has no handler
handlers satisfies WithNewOperation;

// @ts-expect-error listAgents has no handler
withoutListAgents satisfies Handlers;

// A handler returns only bodies and statuses of the contract.
const unknownBody = async () => ({ status: 200 as const, body: { agents: [{ id: 1 }] } });
const unknownStatus = async () => ({ status: 204 as const, body: undefined });

// @ts-expect-error an agent's id is a string
({ ...handlers, listAgents: unknownBody }) satisfies Handlers;

// @ts-expect-error the contract has no status 204
({ ...handlers, createAgent: unknownStatus }) satisfies Handlers;
