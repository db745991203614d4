import { rejectedText } from '../../model/seen-store.ts';
import { unexpected, errorBodyClauses, verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import { valueAt, type Violation, violationsOf, doubleViolationsOf } from '../../arbitraries/violations.ts';
import { atOnce, type CheckContext, type Finding, type Fixtures, type Check } from '../../check.ts';
import { showValue } from '../../client/describe-exchange.ts';
import { type AgentCreate, isAccepted, isObject } from '../../exchange.ts';
import { clauseOfViolation } from '../../model/agent-fields.ts';
import { markOf, sendInvalidCreate, withConfig } from './create.ts';
import { schemaOf } from '../../arbitraries/contract-schema.ts';
import { misplacedFields } from '../../arbitraries/misplaced-fields.ts';
import { untestedIfFull } from '../fixtures.ts';

// Code that chooses a validation by the provider, the type or whether tools are enabled has one for each.
const kinds = [
  { model_provider: 'provider_one', type: 'customer_support', enabled: true },
  { model_provider: 'provider_two', type: 'product_recommendation', enabled: false },
  { model_provider: 'provider_three', type: 'Gift_Finder-v2', enabled: true },
] as const;

const otherCapability = 'Order_Status-2';

/** A create with all its tool connections enabled, or none. */
export function withToolsEnabled(twin: AgentCreate, enabled: boolean): AgentCreate {
  const { mcp_capabilities: items } = twin.config;
  if (items === undefined) return twin;
  return withConfig(twin, { mcp_capabilities: items.map((item) => ({ ...item, enabled })) });
}

/** Whether a create has a tool connection that is enabled. */
export function hasToolsEnabled({ config }: AgentCreate): boolean {
  return config.mcp_capabilities?.some(({ enabled }) => enabled) ?? false;
}

/** The create with other types of tool connections. */
function withToolsOf(twin: AgentCreate, type: string): AgentCreate {
  const { mcp_capabilities: items } = twin.config;
  return items === undefined
    ? twin
    : withConfig(twin, { mcp_capabilities: items.map((item) => ({ ...item, type })) });
}

interface AcceptedKinds {
  readonly isAnyTool: boolean;
  readonly isAnyType: boolean;
}

const kindsOfRuns = new WeakMap<Fixtures, Promise<AcceptedKinds>>();

/** Whether types of agents and of tools are accepted that the source does not have; asked once a run. */
function acceptedKinds(context: CheckContext): Promise<AcceptedKinds> {
  const ask = async (): Promise<AcceptedKinds> => {
    const [, , other] = kinds;
    const probe = { ...(await context.fixtures.acceptedCreate()), name: markOf(context), type: other.type };
    const isAllowed = async (body: AgentCreate): Promise<boolean> =>
      isAccepted(await sendInvalidCreate(context, body));
    const isAnyTool = await isAllowed(withToolsOf(probe, otherCapability));
    return { isAnyTool, isAnyType: isAnyTool || (await isAllowed(probe)) };
  };
  const answer = kindsOfRuns.get(context.fixtures) ?? ask();
  kindsOfRuns.set(context.fixtures, answer);
  return answer;
}

/**
 * The valid twin as an agent of each kind: what is wrong with the first is wrong with the others at the same index. The
 * status of a type that a service does not have is open: where it is rejected, all are of known types.
 */
export async function twinsOfKinds(context: CheckContext): Promise<readonly AgentCreate[]> {
  const twin = await markedTwin(context);
  const [known, , other] = kinds;
  const { isAnyTool, isAnyType } = await acceptedKinds(context);
  return kinds.map(({ model_provider, type, enabled }) => {
    const kind = withConfig({ ...twin, type: isAnyType ? type : known.type }, { model_provider });
    const isOther = isAnyTool && type === other.type;
    return withToolsEnabled(isOther ? withToolsOf(kind, otherCapability) : kind, enabled);
  });
}

/** The valid twin with a mark in each text, so that the model finds an agent of an invalid body in a list. */
export async function markedTwin(context: CheckContext): Promise<AgentCreate> {
  const mark = rejectedText(markOf(context));
  const plain = await context.fixtures.acceptedCreate();
  return withConfig({ ...plain, name: mark, description: mark }, { system_prompt: mark });
}

function describeViolation({ path, rule, body, instead }: Violation): string {
  if (rule === 'required') return `without ${path}${instead === undefined ? '' : `, but with ${instead}`}`;
  return path === '' ? `whose body is ${showValue(body)}` : `with ${path} ${showValue(valueAt(body, path))}`;
}

/**
 * Verifies that an invalid create is 400 with an error body; with a charset, which may choose another parser, where
 * `hasCharset`. Source 4.3 and 7.
 */
export async function verifyViolation(
  context: CheckContext,
  violation: Violation,
  hasCharset = false,
): Promise<readonly Finding[]> {
  const headers = hasCharset ? { 'content-type': 'application/json; charset=utf-8' } : {};
  const exchange = await sendInvalidCreate(context, violation.body, headers);
  if (exchange.status === 400) return context.model.findingsOf(exchange);
  // Whether a charset is accepted is another check's.
  if (hasCharset && exchange.status === 415) return [];
  const requirement = isAccepted(exchange) ? clauseOfViolation(violation.path, violation.rule) : 'R-7-06';
  return [unexpected(requirement, ['invalid-create-rejected', describeViolation(violation)], exchange)];
}

/** Source 2.1, 2.2 and 7: without a required field a create is 400. */
export const requiredFields: Check = {
  id: 'agents/required-fields',
  title: 'A create without one of its required fields at its place is 400, and creates nothing',
  requirements: [
    ...(['R-7-06', 'R-2.1-03', 'R-2.1-05', 'R-2.1-09', 'R-2.2-01', 'R-2.2-04', 'R-2.2-05'] as const),
    ...(['R-2.2-10', 'R-4.3-09'] as const),
    ...errorBodyClauses,
  ],
  profile: 'full',
  run: async (context) => {
    await context.client.contract.listAgents();
    const twins = await twinsOfKinds(context);
    const violations = twins.flatMap((twin) => violationsOf(schemaOf('AgentCreate'), twin));
    // Each of them with the next kind of agent.
    const misplaced = twins.map((twin) => misplacedFields({ ...twin }));
    const absences = [
      ...violations.filter(({ rule }) => rule === 'required'),
      ...(misplaced[0] ?? []).map((one, index) => misplaced[index % misplaced.length]?.[index] ?? one),
    ];
    // What was accepted is reported also where the agents that this may create are spent.
    const verify = (violation: Violation) => verifyViolation(context, violation);
    for await (const findings of atOnce(context.some(absences, 22), verify)) context.report(findings);
    await context.client.contract.listAgents();
  },
};

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
  const ofKinds = Map.groupBy(
    violations.filter(({ path }) => path !== ''),
    kindOf,
  );
  return [...ofKinds.values()].flatMap((same) => same.slice(0, 1));
}

// Of each field.
const few = 9;

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
  run: async (context) => {
    await context.client.contract.listAgents();
    const schema = schemaOf('AgentCreate');
    const first = await twinsOfKinds(context);
    const twins = [...first, ...first.map((twin) => withToolsEnabled(twin, !hasToolsEnabled(twin)))];
    const all = twins.map((twin) => [...violationsOf(schema, twin), ...doubleViolationsOf(schema, twin)]);
    // Each of them with the next kind of agent.
    const single = (all[0] ?? []).map((one, index) => all[index % all.length]?.[index] ?? one);
    const stated = single.filter(({ level, rule }) => level === 'stated' && rule !== 'required');
    const smallest = oneOfEach(stated).map(inSmallestBody);
    const withCharset = new Set(smallest);
    const verify = (violation: Violation): Promise<readonly Finding[]> =>
      verifyViolation(context, violation, withCharset.has(violation));
    const spread = stated.map((one, index) => (index % 4 < 2 ? one : beforeLastTool(one)));
    const examples = [...spread, ...smallest];
    // One property a field, so that the findings of one do not hide those of another.
    for (const [path, ofField] of Map.groupBy(examples, (violation) => violation.path)) {
      await context.forAll({ label: labelOf(path), examples: ofField, few, concurrency: 12, verify });
    }
    await context.client.contract.listAgents();
  },
};

/** Bodies that are no JSON object; some are the valid one with one character changed. */
function malformed(valid: string): readonly string[] {
  const form = 'name=Größe 42&type=customer_support';
  return ['', '{', valid.slice(0, -1), `${valid},`, form, 'null', '[]', '"Größe 42 👟"', '5'];
}

/** The fields in an object of the body, where frameworks look for them. */
function wrapped(valid: string): readonly string[] {
  return ['agent', 'data', 'body'].map((name) => `{"${name}":${valid}}`);
}

/** Source 4.3 and 7: a body that is no JSON object is invalid. */
export const malformedBodies: Check = {
  id: 'agents/malformed-bodies',
  title: 'A create whose body is no JSON object, or does not have its fields at the top, is 400',
  requirements: ['R-7-06', 'R-4.3-05', 'R-7-13', 'R-4.3-09'],
  profile: 'full',
  run: async (context) => {
    await context.client.contract.listAgents();
    const valid = JSON.stringify(await markedTwin(context));
    const headers = { 'content-type': 'application/json' };
    const verify = async (path: string, body: string): Promise<void> => {
      const exchange = untestedIfFull(await context.client.send({ method: 'POST', path, headers, body }));
      const where = path.includes('?') ? ', with fields in the query' : '';
      const reason = ` for the body ${showValue(body.slice(0, 40))}${where}`;
      context.report(withReason(verifyErrorResponse(exchange, 'R-7-06', 400), reason));
    };
    for (const body of [...malformed(valid), ...wrapped(valid)]) await verify('/api/agents', body);
    const { name, ...nameless } = await markedTwin(context);
    await verify(`/api/agents?${new URLSearchParams({ name }).toString()}`, JSON.stringify(nameless));
    await context.client.contract.listAgents();
  },
};
