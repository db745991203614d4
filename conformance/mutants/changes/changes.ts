import type {
  Call,
  Change,
  Deployment,
  HttpRequest,
  HttpResponse,
  JsonObject,
  OperationName,
  Turn,
} from '../server/deployment.ts';
import { operationOf } from '../server/handle.ts';
import { changeJson, isObject } from '../server/responses.ts';

type Agent = JsonObject;

/** Runs one operation in another way. */
export function replaceOperation(
  name: OperationName,
  run: (call: Call, respond: (call: Call) => HttpResponse) => HttpResponse,
): Change {
  return ({ operations }) => ({
    operations: { ...operations, [name]: (call: Call) => run(call, operations[name]) },
  });
}

/** Changes the response of one operation. */
export function onOperation(
  name: OperationName,
  wrap: (response: HttpResponse, call: Call) => HttpResponse,
): Change {
  return replaceOperation(name, (call, respond) => wrap(respond(call), call));
}

/** Runs before one operation; a returned response replaces that of the operation. */
export function beforeOperation(
  name: OperationName,
  decide: (call: Call) => HttpResponse | undefined,
): Change {
  return replaceOperation(name, (call, respond) => decide(call) ?? respond(call));
}

/** Rejects the calls of one operation for which `when` holds; by default all. */
export function rejectCalls(
  name: OperationName,
  status: number,
  when: (call: Call) => boolean = () => true,
): Change {
  return beforeOperation(name, (call) =>
    when(call) ? call.deployment.errorResponse(status, 'not accepted') : undefined,
  );
}

/** Changes the body of successful responses of one operation. */
export function onSuccess(name: OperationName, change: (body: JsonObject, call: Call) => unknown): Change {
  return onOperation(name, (response, call) =>
    response.status < 300 ? changeJson(response, (body) => change(body, call)) : response,
  );
}

/** Changes the response of a create, and not what is stored. */
export function onCreated(change: (agent: Agent, call: Call) => Agent): Change {
  return (base) => ({ showCreated: (agent, call) => change(base.showCreated(agent, call), call) });
}

/** Changes each agent of a list, and not what is stored. */
export function onListed(change: (agent: Agent, call: Call) => Agent): Change {
  return (base) => ({
    showListed: (agents, call) => base.showListed(agents, call).map((agent) => change(agent, call)),
  });
}

/** Changes a list as a whole. */
export function onList(change: (agents: readonly Agent[], call: Call) => readonly Agent[]): Change {
  return (base) => ({ showListed: (agents, call) => change(base.showListed(agents, call), call) });
}

/** Changes what a create stores, so that both its response and the list show it. */
export function onStored(change: (agent: Agent, call: Call) => Agent): Change {
  return (base) => ({ newAgent: (input, call) => change(base.newAgent(input, call), call) });
}

function onField(name: string, change: (value: unknown) => unknown): Change {
  return onStored((agent) => (agent[name] === undefined ? agent : { ...agent, [name]: change(agent[name]) }));
}

/** Changes a stored string field. */
export function onText(name: string, change: (value: string) => unknown): Change {
  return onField(name, (value) => (typeof value === 'string' ? change(value) : value));
}

/** Changes a stored config; `sent` is the config of the request. */
export function onConfig(change: (config: JsonObject, sent: JsonObject) => JsonObject): Change {
  return onStored((agent, call) => {
    const sent = (call.body as JsonObject)['config'] as JsonObject;
    return { ...agent, config: change(agent['config'] as JsonObject, sent) };
  });
}

function onConfigField(name: string, change: (value: unknown) => unknown): Change {
  return onConfig((config) =>
    config[name] === undefined ? config : { ...config, [name]: change(config[name]) },
  );
}

/** Changes a stored string field of config. */
export function onConfigText(name: string, change: (value: string) => unknown): Change {
  return onConfigField(name, (value) => (typeof value === 'string' ? change(value) : value));
}

/** Changes a stored number of config. */
export function onConfigNumber(name: string, change: (value: number) => unknown): Change {
  return onConfigField(name, (value) => (typeof value === 'number' ? change(value) : value));
}

/** Changes the stored capabilities of config. */
export function onCapabilities(change: (items: readonly JsonObject[]) => unknown): Change {
  return onConfigField('mcp_capabilities', (value) => change(value as readonly JsonObject[]));
}

/** Accepts invalid creates: validates a repaired copy of the body. */
export function acceptCreate(repair: (body: JsonObject) => JsonObject): Change {
  return (base) => ({
    validateCreate: (body) => base.validateCreate(isObject(body) ? repair(body) : body),
  });
}

/** Accepts creates with an invalid config: validates a repaired copy. */
export function acceptConfig(repair: (config: JsonObject) => JsonObject): Change {
  return acceptCreate((body) => {
    const config = body['config'];
    return isObject(config) ? { ...body, config: repair(config) } : body;
  });
}

/** Accepts invalid chats: validates a repaired copy of the body. */
export function acceptChat(repair: (body: JsonObject) => JsonObject): Change {
  return (base) => ({ validateChat: (body) => base.validateChat(isObject(body) ? repair(body) : body) });
}

/** Rejects some valid creates. */
export function rejectCreate(when: (body: JsonObject, config: JsonObject) => boolean): Change {
  return (base) => ({
    validateCreate: (body) => {
      const problem = base.validateCreate(body);
      if (problem !== undefined) return problem;
      const valid = body as JsonObject;
      return when(valid, valid['config'] as JsonObject) ? 'not accepted' : undefined;
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
export function onEventsOf(type: string, change: (event: JsonObject, turn: Turn) => JsonObject): Change {
  return onEvents((events, turn) =>
    events.map((event) => (event['type'] === type ? change(event, turn) : event)),
  );
}

/** Sets fields of the events of one type. */
export function withFields(type: string, fields: JsonObject): Change {
  return onEventsOf(type, (event) => ({ ...event, ...fields }));
}

/** Changes a widget configuration. */
export function onChatbot(change: (chatbot: JsonObject) => JsonObject): Change {
  return (base) => ({ showChatbot: (chatbot, call) => change(base.showChatbot(chatbot, call)) });
}

/** Changes the config object of a widget configuration. */
export function onWidgetConfig(change: (config: JsonObject) => JsonObject): Change {
  return onChatbot((chatbot) => ({ ...chatbot, config: change(chatbot['config'] as JsonObject) }));
}

/** Changes any response. */
export function onFinished(change: Deployment['finish']): Change {
  return ({ finish }) => ({
    finish: (response, request, call) => change(finish(response, request, call), request, call),
  });
}

/** Responds to some requests in another way. */
export function inPlace(
  respond: (...args: Parameters<Deployment['finish']>) => HttpResponse | undefined,
): Change {
  return ({ finish }) => ({ finish: (...args) => respond(...args) ?? finish(...args) });
}

/** Changes error responses with one of the statuses. */
export function onErrorResponses(
  statuses: readonly number[],
  change: (response: HttpResponse, request: HttpRequest) => HttpResponse,
): Change {
  return onFinished((finished, request) =>
    statuses.includes(finished.status) ? change(finished, request) : finished,
  );
}

/** Replaces one error status of one operation by another, with a matching body. */
export function onStatus(operation: OperationName, from: number, to: number): Change {
  return (base) =>
    onErrorResponses([from], (response, request) =>
      operationOf(request) === operation ? base.errorResponse(to, 'rejected') : response,
    )(base);
}

/** An object whose field, if it has it, is of a type. */
export function repaired(value: JsonObject, name: string, replacement: unknown): JsonObject {
  const isOther = name in value && typeof value[name] !== typeof replacement;
  return isOther ? { ...value, [name]: replacement } : value;
}
