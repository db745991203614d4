import { valueAt, type Violation } from '../../arbitraries/violations.ts';
import type { CheckContext, Finding, Fixtures } from '../../check.ts';
import { describeResponse, showValue } from '../../client/describe-exchange.ts';
import { type AgentCreate, isAccepted } from '../../exchange.ts';
import { agentsOf } from '../../model/listed-agents.ts';
import { clauseOfViolation, type Agent } from '../../model/agent-fields.ts';
import { markOf, sendInvalidCreate, withConfig } from './create.ts';

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

/** The mark of a check's invalid creates. Errors may quote them, so that it has characters of several bytes. */
function rejectedMarkOf(context: CheckContext): string {
  return `${markOf(context)} rejected: Größe`;
}

/** The valid twin with a mark in each text, so that an agent created from an invalid body is found. */
export async function markedTwin(context: CheckContext): Promise<AgentCreate> {
  const mark = rejectedMarkOf(context);
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
  const expected = `status 400 for a create ${describeViolation(violation)}`;
  return [{ requirement, expected, actual: describeResponse(exchange), exchange }];
}

/** How many invalid creates were accepted. */
export function acceptedAmong(findings: readonly Finding[]): number {
  return findings.filter(({ exchange }) => exchange !== undefined && isAccepted(exchange)).length;
}

function isMarked(agent: Agent, mark: string): boolean {
  const texts = [agent['name'], agent['description'], valueAt(agent, 'config.system_prompt')];
  return texts.includes(mark);
}

/** The agents in the list with the mark of this check; a run before with the same seed may have left some. */
async function markedAgents(context: CheckContext) {
  const exchange = await context.client.contract.listAgents();
  const mark = rejectedMarkOf(context);
  return { exchange, marked: agentsOf(exchange).filter((agent) => isMarked(agent, mark)) };
}

export async function countMarked(context: CheckContext): Promise<number> {
  return (await markedAgents(context)).marked.length;
}

/**
 * Source 4.3: a rejected create creates nothing. `before` agents were marked when the check began, and `accepted`
 * creates are findings of their own.
 */
export async function verifyNothingCreated(
  context: CheckContext,
  before: number,
  accepted: number,
): Promise<void> {
  const { exchange, marked } = await markedAgents(context);
  const created = marked.length - before;
  if (created <= accepted) return;
  const actual = `${created} agents of rejected creates in the list, such as ${showValue(marked.at(-1))}`;
  context.report(
    { requirement: 'R-4.3-09', expected: 'a rejected create creates nothing', actual },
    exchange,
  );
}
