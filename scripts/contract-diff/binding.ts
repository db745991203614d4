import { isObject, type Json } from '../contract/json.ts';
import type { RuleName } from './rules.ts';

/** Whether x-binding marks one of the parts of a document as ours: it binds our deployments only (decision 0051). */
export function bindsOursOnly(...parts: readonly (Json | undefined)[]): boolean {
  return parts.some((part) => isObject(part) && part['x-binding'] === 'ours');
}

/** The same of one key of the parts, such as a keyword of a schema or a status of an operation. */
export function bindsOursOnlyAt(key: string, ...parts: readonly (Json | undefined)[]): boolean {
  return parts.some(
    (part) => isObject(part) && isObject(part['x-binding']) && part['x-binding'][key] === 'ours',
  );
}

/** The rule for a change of x-binding. 1.0.0 has no x-binding, so adding one is not a change of what binds. */
export function bindingRule(old: Json | undefined, now: Json | undefined): RuleName {
  if (old === undefined || now === undefined) return 'binding-described';
  if (now === 'ours') return 'binding-loosened';
  return old === 'ours' ? 'binding-tightened' : 'binding-described';
}
