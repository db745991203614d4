import type { ContractOperation } from '../contract/contract.ts';
import type { JsonObject } from '../contract/json.ts';
import { createChange, type Change } from './change.ts';
import type { MessageSchemas } from './compare-schemas.ts';
import type { RuleName } from './rules.ts';

/** What a comparison finds: changes, and the messages whose schemas are to be compared. */
export interface Comparison {
  readonly changes: readonly Change[];
  readonly messages: readonly MessageSchemas[];
}

/** An operation on both sides. */
export interface OperationPair {
  readonly old: { readonly document: JsonObject; readonly operation: ContractOperation };
  readonly new: { readonly document: JsonObject; readonly operation: ContractOperation };
  /** The operationId, as a line of the change log names it. */
  readonly id: string;
  readonly ours: boolean;
}

export const placeOf = ({ method, path }: ContractOperation): string => `${method.toUpperCase()} ${path}`;

/** A change of an operation or of a part of it, such as a parameter. */
export function operationChange(
  pair: OperationPair,
  rule: RuleName,
  part: string,
  what: string,
  more: {
    readonly names?: readonly string[];
    readonly ours?: boolean;
    readonly addition?: 'status' | undefined;
  } = {},
): Change {
  const where = [placeOf(pair.new.operation), part].filter((text) => text !== '').join(' ');
  const { names = [], ours = false, addition } = more;
  return createChange(rule, {
    where,
    what,
    names: [pair.id, ...names],
    uses: [pair.id],
    ours: pair.ours || ours,
    addition,
  });
}

/** The rule of a part that became required or optional; none where neither is so. */
export function requiredChanges(
  subject: 'parameter' | 'request-body' | 'response-header',
  old: JsonObject,
  now: JsonObject,
): [rule: RuleName, what: string][] {
  const [before, after] = [old['required'] === true, now['required'] === true];
  if (before === after) return [];
  return after
    ? [[`${subject}-became-required`, 'required now']]
    : [[`${subject}-became-optional`, 'no longer required']];
}
