import { schemaOf } from '../../arbitraries/contract-schema.ts';
import { doubleViolationsOf, valueAt, violationsOf, type Violation } from '../../arbitraries/violations.ts';
import type { Check, Finding } from '../../check.ts';
import { isObject } from '../../exchange.ts';
import {
  acceptedAmong,
  countMarked,
  hasToolsEnabled,
  twinsOfKinds,
  verifyNothingCreated,
  verifyViolation,
  withToolsEnabled,
} from './rejected-creates.ts';

/** The path as a property's label. */
function labelOf(path: string): string {
  return path === '' ? 'body' : path.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

const plainest: Readonly<Record<string, unknown>> = {
  description: undefined,
  'config.temperature': 0,
  'config.max_tokens': 4096,
  'config.mcp_capabilities': [],
};

/** What a smallest body has in place of its optional fields: mostly nothing; null, or zero and an empty list. */
const replacements: readonly ((path: string) => unknown)[] = [
  () => undefined,
  () => null,
  () => undefined,
  (path) => plainest[path],
];

/** The violation in the smallest body: without values in the optional fields that it does not need. */
function inSmallestBody({ body, path, ...rest }: Violation, index: number): Violation {
  const isNeeded = (optional: string): boolean => `${path}.`.startsWith(`${optional}.`);
  const replacement = replacements[index % replacements.length];
  const smallest = structuredClone(body);
  for (const optional of Object.keys(plainest).filter((one) => !isNeeded(one))) {
    const [name = '', inside] = optional.split('.');
    const parent = inside === undefined ? smallest : valueAt(smallest, name);
    // JSON omits what is undefined.
    if (isObject(parent)) Reflect.set(parent, inside ?? name, replacement?.(optional));
  }
  return { ...rest, path, body: smallest };
}

/** The violation of a last tool connection in the one before it, since code may validate the first and the last alone. */
function beforeLastTool(violation: Violation): Violation {
  const path = /^config\.mcp_capabilities\.2(?=\.|$)/;
  const tools = valueAt(violation.body, 'config.mcp_capabilities');
  if (!path.test(violation.path) || !Array.isArray(tools)) return violation;
  const body = structuredClone(violation.body) as { config: { mcp_capabilities: unknown[] } };
  body.config.mcp_capabilities = [tools[0], tools[2], tools[1]];
  return { ...violation, body, path: violation.path.replace(path, 'config.mcp_capabilities.1') };
}

/** One violation of each field, rule and type of the value. */
function oneOfEach(violations: readonly Violation[]): readonly Violation[] {
  const kindOf = ({ path, rule, body }: Violation): string =>
    [path, rule, Object.prototype.toString.call(valueAt(body, path))].join(' ');
  const kinds = Map.groupBy(
    violations.filter(({ path }) => path !== ''),
    kindOf,
  );
  return [...kinds.values()].flatMap((same) => same.slice(0, 1));
}

// Of each field.
const few = 5;

/** Source 2.1, 2.2 and 7: a value of another type, out of range or outside its enumeration is 400. */
export const wrongValues: Check = {
  id: 'agents/wrong-values',
  title:
    'A create with a value of the wrong type, out of range or unknown, or two, is 400, and creates nothing',
  requirements: [
    ...(['R-7-06', 'R-2.2-03', 'R-2.2-07', 'R-2.2-06', 'R-2.1-03', 'R-2.1-05', 'R-2.1-07'] as const),
    ...(['R-2.1-09', 'R-2.2-01', 'R-2.2-04', 'R-2.2-05', 'R-2.2-08', 'R-2.2-09', 'R-2.2-10'] as const),
    'R-4.3-09',
  ],
  profile: 'full',
  cost: { requests: 300, messages: 0, agents: 1 },
  fullCost: { requests: 102, messages: 0, agents: 0 },
  run: async (context) => {
    const before = await countMarked(context);
    const schema = schemaOf('AgentCreate');
    const kinds = await twinsOfKinds(context);
    const twins = [...kinds, ...kinds.map((twin) => withToolsEnabled(twin, !hasToolsEnabled(twin)))];
    const all = twins.map((twin) => [...violationsOf(schema, twin), ...doubleViolationsOf(schema, twin)]);
    // Each of them with the next kind of agent.
    const single = (all[0] ?? []).map((one, index) => all[index % all.length]?.[index] ?? one);
    const stated = single.filter(({ level, rule }) => level === 'stated' && rule !== 'required');
    let accepted = 0;
    const smallest = oneOfEach(stated).map(inSmallestBody);
    const withCharset = new Set(smallest);
    const verify = async (violation: Violation): Promise<readonly Finding[]> => {
      const found = await verifyViolation(context, violation, withCharset.has(violation));
      accepted += acceptedAmong(found);
      return found;
    };
    const spread = stated.map((one, index) => (index % 4 < 2 ? one : beforeLastTool(one)));
    const examples = [...spread, ...smallest];
    // One property a field, so that the findings of one do not hide those of another.
    for (const [path, ofField] of Map.groupBy(examples, (violation) => violation.path)) {
      await context.forAll({ label: labelOf(path), examples: ofField, few, concurrency: 12, verify });
    }
    await verifyNothingCreated(context, before, accepted);
  },
};
