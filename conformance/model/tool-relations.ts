import type { RequirementId } from '../../generated/requirements.ts';
import type { Expectation, Finding } from '../check.ts';
import { showValue } from '../client/describe-exchange.ts';
import { isObject } from '../exchange.ts';
import type { SeenReply } from './reply-texts.ts';
import { requestBodyOf } from './valid-request.ts';

const minCalls = 8;
const minReplies = 3;
const minTwice = 2;

interface ToolEvent {
  readonly type: unknown;
  readonly tool: unknown;
  readonly input?: unknown;
  readonly output?: unknown;
}

/** The calls and results of one reply that is complete. */
interface ToolReply {
  readonly seen: SeenReply;
  readonly events: readonly ToolEvent[];
  /** The names of its tools. */
  readonly tools: readonly unknown[];
}

function readTools(seen: SeenReply): readonly ToolReply[] {
  const events = seen.events.filter(isObject);
  if (!events.some(({ type }) => type === 'end')) return [];
  const own = events
    .filter(({ type }) => type === 'tool_use' || type === 'tool_result')
    .map(({ type, tool, input, output }) => ({ type, tool, input, output }));
  return own.length === 0 ? [] : [{ seen, events: own, tools: [...new Set(own.map(({ tool }) => tool))] }];
}

const usesOf = ({ events }: ToolReply, name: unknown): number =>
  events.filter(({ type, tool }) => type === 'tool_use' && tool === name).length;

const resultsOf = ({ events }: ToolReply, name: unknown): readonly ToolEvent[] =>
  events.filter(({ type, tool }) => type === 'tool_result' && tool === name);

function finding(requirement: RequirementId, expected: Expectation, { seen, events }: ToolReply): Finding {
  const actual = events.map(({ type, tool }) => `${String(type)} ${showValue(tool)}`).join(', ');
  return { requirement, expected, actual, exchange: seen.exchange };
}

/** A name of a tool names it each time that an agent calls it. */
function verifyToolNames(replies: readonly SeenReply[]): readonly Finding[] {
  const calls = replies.flatMap(({ events, exchange }) => {
    const body = requestBodyOf(exchange.request);
    const agent = isObject(body) ? body['agent_id'] : undefined;
    const used = events.filter(isObject).filter(({ type }) => type === 'tool_use');
    return used.map(({ tool }) => ({ agent, tool, exchange }));
  });
  const ofAgents = [...Map.groupBy(calls, ({ agent }) => agent).values()].filter(({ length }) => length > 1);
  const repeated = ofAgents.flat();
  const isEachNew = ofAgents.every((own) => new Set(own.map(({ tool }) => tool)).size === own.length);
  if (repeated.length < minCalls || !isEachNew) return [];
  const expected = 'tool-named-alike';
  const names = repeated.slice(0, 4).map(({ tool }) => showValue(tool));
  const actual = `${repeated.length} calls, each with another: ${names.join(', ')}`;
  return [
    { requirement: 'R-6-03', expected, actual, ...(repeated[0] && { exchange: repeated[0].exchange }) },
  ];
}

const hasResultOfEachUse = (reply: ToolReply, tool: unknown): boolean =>
  resultsOf(reply, tool).length === usesOf(reply, tool);

/** As many results as calls, but some have the name of another tool: one has too few, and another one too many. */
function isMisnamed(reply: ToolReply): boolean {
  const results = reply.events.filter(({ type }) => type === 'tool_result');
  const isEach = reply.tools.every((tool) => hasResultOfEachUse(reply, tool));
  return 2 * results.length === reply.events.length && !isEach;
}

/**
 * Each reply of several tools has the results of one under the name of another. How many results a call has is open: some
 * such replies are sound, and all of them where a tool never has one for each call.
 */
function verifyResultNames(replies: readonly ToolReply[]): readonly Finding[] {
  const several = replies.filter((reply) => reply.tools.filter((tool) => usesOf(reply, tool) > 0).length > 1);
  const others = replies.filter(({ tools }) => tools.length === 1);
  if (!others.every((reply) => reply.tools.every((tool) => hasResultOfEachUse(reply, tool)))) return [];
  const [first] = several;
  if (first === undefined || several.length < minReplies || !several.every(isMisnamed)) return [];
  return [finding('R-6-14', 'result-names-its-tool', first)];
}

const minOutputLength = 40;

/** Whether an output says so little that two results may well be equal. */
function isPlain(output: unknown): boolean {
  return (JSON.stringify(output) ?? '').length < minOutputLength;
}

/** Whether a tool has one result of a call twice: how many other results, such as those of its progress, it has is open. */
function isTwice(reply: ToolReply, tool: unknown): boolean {
  const results = resultsOf(reply, tool);
  const outputs = new Set(results.map(({ output }) => JSON.stringify(output)));
  // Two calls may both find nothing, or fail in the same way.
  if (results.some(({ output }) => isPlain(output))) return false;
  return results.length > usesOf(reply, tool) && outputs.size <= usesOf(reply, tool);
}

/** The same result again in some calls of a tool, of which others have one each. */
function verifyRepeatedResults(replies: readonly ToolReply[]): readonly Finding[] {
  const tools = new Set(replies.flatMap((reply) => reply.tools));
  return [...tools].flatMap((tool) => {
    const own = replies.filter((reply) => usesOf(reply, tool) > 0);
    const twice = own.filter((reply) => isTwice(reply, tool));
    const once = own.filter((reply) => hasResultOfEachUse(reply, tool));
    const [first] = twice;
    if (first === undefined || twice.length < minTwice || once.length < minReplies) return [];
    return [finding('R-6-14', ['one-result-of-call', showValue(tool)], first)];
  });
}

/** Whether a call is announced again by the next one: without its input, with a part of it, or as it is. */
function isBeginning(one: ToolEvent, next: ToolEvent | undefined): boolean {
  if (next === undefined || one.tool !== next.tool) return false;
  const begun = (JSON.stringify(one.input) ?? '').replace(/["\]}]+$/, '');
  return (JSON.stringify(next.input) ?? '').startsWith(begun);
}

/** Whether each call of a reply is announced several times, and has one result. */
function isAnnouncedAgain({ events }: ToolReply): boolean {
  const uses = events.filter(({ type }) => type === 'tool_use');
  const isWhole = uses.map((one, at) => !isBeginning(one, uses[at + 1]));
  return (
    uses.length > 0 &&
    events.length - uses.length === isWhole.filter(Boolean).length &&
    isWhole.every((whole, at) => !whole || isWhole[at - 1] === false)
  );
}

/** The calls of all replies are announced again, such as at each part of a vendor's stream. */
function verifyAnnouncements(replies: readonly ToolReply[]): readonly Finding[] {
  const used = replies.filter(({ events }) => events.some(({ type }) => type === 'tool_use'));
  const [first] = used;
  const messages = new Set(used.map(({ seen }) => JSON.stringify(requestBodyOf(seen.exchange.request))));
  if (first === undefined || messages.size < minReplies || !used.every(isAnnouncedAgain)) return [];
  return [finding('R-6-03', 'one-use-of-call', first)];
}

/** Source 6: what calls and results of tools have in common in the replies of a run. */
export function verifyToolRelations(replies: readonly SeenReply[]): readonly Finding[] {
  const complete = replies.flatMap(readTools);
  const verifyAll = [verifyResultNames, verifyRepeatedResults, verifyAnnouncements];
  return [...verifyToolNames(replies), ...verifyAll.flatMap((verify) => verify(complete))];
}
