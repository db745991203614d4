import type { Call, Change, Incoming, JsonObject, OperationName, Reply, Turn } from '../server/deployment.ts';
import { changeJson } from '../server/replies.ts';

type Agent = JsonObject;

/** Wraps one operation. */
export function onOperation(name: OperationName, wrap: (reply: Reply, call: Call) => Reply): Change {
  return ({ operations }) => ({
    operations: { ...operations, [name]: (call: Call) => wrap(operations[name](call), call) },
  });
}

/** Runs before one operation; a reply of its own takes its place. */
export function beforeOperation(name: OperationName, decide: (call: Call) => Reply | undefined): Change {
  return ({ operations }) => ({
    operations: { ...operations, [name]: (call: Call) => decide(call) ?? operations[name](call) },
  });
}

/** Changes the body of successful replies of one operation. */
export function onSuccess(name: OperationName, change: (body: JsonObject, call: Call) => unknown): Change {
  return onOperation(name, (reply, call) =>
    reply.status < 300 ? changeJson(reply, (body) => change(body, call)) : reply,
  );
}

/** Changes what a create answers, and not what is kept. */
export function onCreated(change: (agent: Agent, call: Call) => Agent): Change {
  return (base) => ({ showCreated: (agent, call) => change(base.showCreated(agent, call), call) });
}

/** Changes each agent of a list, and not what is kept. */
export function onListed(change: (agent: Agent, call: Call) => Agent): Change {
  return (base) => ({
    showListed: (agents, call) => base.showListed(agents, call).map((agent) => change(agent, call)),
  });
}

/** Changes a list as a whole. */
export function onList(change: (agents: readonly Agent[], call: Call) => readonly Agent[]): Change {
  return (base) => ({ showListed: (agents, call) => change(base.showListed(agents, call), call) });
}

/** Changes what is kept of a create, so that both the answer and the list show it. */
export function onKept(change: (agent: Agent, call: Call) => Agent): Change {
  return (base) => ({ newAgent: (input, call) => change(base.newAgent(input, call), call) });
}

/** The same for one field, when it has a value. */
export function onField(name: string, change: (value: unknown) => unknown): Change {
  return onKept((agent) => (agent[name] === undefined ? agent : { ...agent, [name]: change(agent[name]) }));
}

/** The same for a string field. */
export function onText(name: string, change: (value: string) => unknown): Change {
  return onField(name, (value) => (typeof value === 'string' ? change(value) : value));
}

/** Changes what is kept of a config; the call holds what was sent. */
export function onConfig(change: (config: JsonObject, sent: JsonObject) => JsonObject): Change {
  return onKept((agent, call) => {
    const sent = (call.body as JsonObject)['config'] as JsonObject;
    return { ...agent, config: change(agent['config'] as JsonObject, sent) };
  });
}

/** The same for one field of config, when it has a value. */
export function onConfigField(name: string, change: (value: unknown) => unknown): Change {
  return onConfig((config) =>
    config[name] === undefined ? config : { ...config, [name]: change(config[name]) },
  );
}

/** The same for a string field of config. */
export function onConfigText(name: string, change: (value: string) => unknown): Change {
  return onConfigField(name, (value) => (typeof value === 'string' ? change(value) : value));
}

/** The same for a number of config. */
export function onConfigNumber(name: string, change: (value: number) => unknown): Change {
  return onConfigField(name, (value) => (typeof value === 'number' ? change(value) : value));
}

/** The same for the capabilities of config. */
export function onCapabilities(change: (items: readonly JsonObject[]) => unknown): Change {
  return onConfigField('mcp_capabilities', (value) => change(value as readonly JsonObject[]));
}

/** Accepts a create whose body breaks a rule, after a repair that makes it pass. */
export function acceptCreate(repair: (body: JsonObject) => JsonObject): Change {
  return (base) => ({
    problemOfCreate: (body) => base.problemOfCreate(isPlain(body) ? repair(body) : body),
  });
}

/** The same, with the repair inside config. */
export function acceptConfig(repair: (config: JsonObject) => JsonObject): Change {
  return acceptCreate((body) => {
    const config = body['config'];
    return isPlain(config) ? { ...body, config: repair(config) } : body;
  });
}

/** Accepts a message whose body breaks a rule, after a repair that makes it pass. */
export function acceptChat(repair: (body: JsonObject) => JsonObject): Change {
  return (base) => ({ problemOfChat: (body) => base.problemOfChat(isPlain(body) ? repair(body) : body) });
}

/** Refuses a create that is valid. */
export function refuseCreate(when: (body: JsonObject, config: JsonObject) => boolean): Change {
  return (base) => ({
    problemOfCreate: (body) => {
      const problem = base.problemOfCreate(body);
      if (problem !== undefined) return problem;
      const sound = body as JsonObject;
      return when(sound, sound['config'] as JsonObject) ? 'not accepted' : undefined;
    },
  });
}

/** Changes the events of a reply. */
export function onEvents(
  change: (events: readonly JsonObject[], turn: Turn) => readonly JsonObject[],
): Change {
  return (base) => ({ eventsOf: (turn) => change(base.eventsOf(turn), turn) });
}

/** Changes the events of one type. */
export function onEventsOf(type: string, change: (event: JsonObject) => JsonObject): Change {
  return onEvents((events) => events.map((event) => (event['type'] === type ? change(event) : event)));
}

/** Changes a widget configuration. */
export function onChatbot(change: (chatbot: JsonObject) => JsonObject): Change {
  return (base) => ({ showChatbot: (chatbot, call) => change(base.showChatbot(chatbot, call)) });
}

/** Changes the config object of a widget configuration. */
export function onWidgetConfig(change: (config: JsonObject) => JsonObject): Change {
  return onChatbot((chatbot) => ({ ...chatbot, config: change(chatbot['config'] as JsonObject) }));
}

/** Changes refusals of the statuses given. */
export function onRefusals(
  statuses: readonly number[],
  change: (reply: Reply, incoming: Incoming) => Reply,
): Change {
  return (base) => ({
    finish: (reply, incoming, call) => {
      const finished = base.finish(reply, incoming, call);
      return statuses.includes(finished.status) ? change(finished, incoming) : finished;
    },
  });
}

/** Answers one refusal of one operation's path with another status, in a body that agrees with it. */
export function onStatus(method: string, path: string, from: number, to: number): Change {
  return (base) => ({
    finish: (reply, incoming, call) => {
      const finished = base.finish(reply, incoming, call);
      const here = incoming.method === method && incoming.path === path && finished.status === from;
      return here ? base.refuse(to, 'refused') : finished;
    },
  });
}

/** A value to put in the place of one that is absent or of another type. */
export function repaired(value: unknown, type: string, replacement: unknown): unknown {
  return typeof value === type ? value : replacement;
}

function isPlain(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
