import type { Json } from '../contract/json.ts';
import { rules, type Audience, type Effect, type RuleName } from './rules.ts';

/** A message that one version allows and the other does not; for an addition, a message with it. */
export interface Witness {
  /** The versions whose schema allows the message. */
  readonly validIn: readonly ('old' | 'new')[];
  readonly message: Json;
  /** Why the other version does not allow it, in Ajv's words; null when both do. */
  readonly error: string | null;
}

/** A new thing that needs a requirement. */
export type Addition = 'property' | 'operation' | 'status' | 'event';

/** One difference of two versions of the contract. */
export interface Change {
  readonly rule: RuleName;
  readonly effect: Effect;
  readonly audience: readonly Audience[];
  /** The place, such as `AgentCreate.name` or `GET /api/agents 200`. */
  readonly where: string;
  readonly what: string;
  readonly why: string;
  /** The operations and events whose messages it concerns. */
  readonly uses: readonly string[];
  /** `ours`: the thing binds our deployments only (no requirement is cited for it). */
  readonly binding: 'all' | 'ours';
  /** A line of the change log names the change by one of these, in backticks. */
  readonly names: readonly string[];
  readonly addition: Addition | null;
  readonly witness: Witness | null;
}

/** What a comparison adds to the rule. */
export interface ChangeDetails {
  readonly where: string;
  readonly what: string;
  readonly names: readonly string[];
  readonly uses?: readonly string[];
  readonly ours?: boolean;
  readonly addition?: Addition | undefined;
  readonly witness?: Witness | undefined;
}

/** Texts change in many places at once: for these rules the name of the file is enough in the change log. */
const filesOfTexts: Partial<Readonly<Record<RuleName, readonly string[]>>> = {
  described: ['openapi.yaml', 'asyncapi.yaml'],
  'schema-described': ['schemas/'],
  'binding-described': ['x-required-by'],
  'requirement-described': ['requirements.yaml'],
  'requirement-evidence-changed': ['requirements.yaml'],
};

const propertyRules = /-property-(?:added|removed)$/;

/** The names that the change log may use: a property that is added or removed needs its own, its schema's is not enough. */
export function changelogNames({ rule, where, names }: Change): readonly string[] {
  return propertyRules.test(rule) ? [where, ...names.slice(-1)] : names;
}

/** The first name that the change log may use: a file for a change of texts. */
export function changelogName(change: Change): string {
  return filesOfTexts[change.rule]?.[0] ?? changelogNames(change)[0] ?? '';
}

/** A change with the effect and the audience of its rule. */
export function createChange(rule: RuleName, details: ChangeDetails): Change {
  const { effect, audience, why } = rules[rule];
  const { where, what, uses = [], ours = false, addition = null, witness = null } = details;
  const binding = ours && rule !== 'binding-tightened' ? 'ours' : 'all';
  const names = [...details.names, ...(filesOfTexts[rule] ?? [])];
  return { rule, effect, audience, where, what, why, uses, binding, names, addition, witness };
}

/** A value as it stands in a sentence, at most 60 characters. */
export function quote(value: Json | undefined): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
