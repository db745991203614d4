import type { Change, JsonObject, OperationName } from '../../../conformance/mutants/server/deployment.ts';
import { changeJson } from '../../../conformance/mutants/server/responses.ts';
import core from '../../../generated/openapi.core.json' with { type: 'json' };
import { citationKey, readCitations } from '../core-document.ts';
import { asObject, type Json, type JsonObject as Schema } from '../json.ts';
import { dereference } from '../contract.ts';
import { propertiesOf, requiredOf } from '../../contract-diff/schema-tree.ts';

/** A keyword of the core, the requirements that are cited for it, and a conforming server that violates it alone. */
export interface KeywordMutant {
  readonly name: string;
  readonly requirements: readonly string[];
  readonly apply: Change;
}

const document = core as unknown as Schema;

/** Where a value is in a body: property names, and `[]` for every item. */
type Path = readonly string[];
type Edit = (value: unknown) => unknown;

/** A body with the values at a path changed; undefined removes a property. */
function editAt(value: unknown, [step, ...rest]: Path, edit: Edit): unknown {
  if (step === undefined) return edit(value);
  if (step === '[]') return Array.isArray(value) ? value.map((item) => editAt(item, rest, edit)) : value;
  if (typeof value !== 'object' || value === null || (rest.length > 0 && !(step in value))) return value;
  return { ...value, [step]: editAt((value as JsonObject)[step], rest, edit) };
}

const wrongValues: Readonly<Record<string, unknown>> = {
  string: 7,
  number: 'one',
  integer: 'four',
  boolean: 'yes',
  array: { length: 0 },
  object: 'text',
};

/**
 * What violates a keyword: from a valid value to an invalid one. A `const` selects a branch of the events, which are open:
 * with another value an event is of another type.
 */
function violationsOf(schema: Schema): [keyword: string, edit: Edit][] {
  const { type, minimum, maximum } = schema;
  const [first] = [type].flat();
  const isPresent =
    (edit: Edit): Edit =>
    (value) =>
      value === undefined || value === null ? value : edit(value);
  return [
    ...(type === undefined ? [] : [['type', isPresent(() => wrongValues[String(first)])] as [string, Edit]]),
    ...(schema['enum'] === undefined ? [] : [['enum', isPresent(() => 'other')] as [string, Edit]]),
    ...(schema['minLength'] === undefined ? [] : [['minLength', () => ''] as [string, Edit]]),
    ...(typeof minimum === 'number' ? [['minimum', () => minimum - 1] as [string, Edit]] : []),
    ...(typeof maximum === 'number' ? [['maximum', () => maximum + 1] as [string, Edit]] : []),
  ];
}

interface Place {
  readonly path: Path;
  readonly keyword: string;
  readonly requirements: readonly string[];
  readonly edit: Edit;
}

/** How a server violates the keywords of a schema: in what it sends, or by accepting what it should reject. */
interface Edits {
  readonly ofKeywords: (schema: Schema, path: Path) => [keyword: string, edit: Edit][];
  readonly ofRequired: (path: Path) => Edit;
}

const sending: Edits = { ofKeywords: violationsOf, ofRequired: () => () => undefined };

/** Every keyword of a schema and of those below it, with an edit of a whole body. */
function placesOf(edits: Edits, given: Json, path: Path = [], outer: readonly string[] = []): Place[] {
  const { $ref, ...beside } = asObject(given, 'schema');
  const schema = $ref === undefined ? beside : dereference(document, { $ref });
  const citations = readCitations(schema[citationKey]);
  const cited = (keyword: string): readonly string[] => citations.get(keyword) ?? outer;
  const below = (part: Json, step: string, keyword: string): Place[] =>
    placesOf(edits, part, [...path, step], cited(keyword));
  return [
    ...edits
      .ofKeywords(schema, path)
      .map(([keyword, edit]): Place => ({ path, keyword, requirements: cited(keyword), edit })),
    ...requiredOf(schema).map((name): Place => {
      const at = [...path, name];
      return { path: at, keyword: 'required', requirements: cited('required'), edit: edits.ofRequired(at) };
    }),
    ...Object.entries(propertiesOf(schema)).flatMap(([name, property]) => below(property, name, '$ref')),
    ...(schema['items'] === undefined ? [] : below(schema['items'], '[]', 'items')),
  ];
}

/** Values that are accepted, for the requests that a broken server repairs. */
const samples = {
  name: 'x',
  type: 'customer_support',
  description: 'x',
  agent_id: 'x',
  message: 'x',
  conversation_id: undefined,
  stream: true,
  config: {
    model_provider: 'provider_one',
    model_id: 'x',
    system_prompt: 'x',
    temperature: 0.5,
    max_tokens: 100,
    mcp_capabilities: [{ type: 'x', enabled: true }],
  },
};

function sampleAt(path: Path): unknown {
  return path.reduce<unknown>((value, step) => Object(value)[step === '[]' ? 0 : step], samples);
}

function isOf(type: unknown, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

/** What a server repairs that does not check a keyword: from an invalid value to a valid one. */
function repairsOf(schema: Schema, path: Path): [keyword: string, edit: Edit][] {
  const { type, minimum = -Infinity, maximum = Infinity, enum: members } = schema;
  const repair =
    (isInvalid: (value: unknown) => boolean): Edit =>
    (value) =>
      value !== undefined && isInvalid(value) ? sampleAt(path) : value;
  const rules: Readonly<Record<string, Edit>> = {
    type: repair((value) => !isOf(type, value)),
    enum: repair((value) => typeof value === 'string' && !JSON.stringify(members).includes(`"${value}"`)),
    minimum: repair((value) => typeof value === 'number' && value < Number(minimum)),
    maximum: repair((value) => typeof value === 'number' && value > Number(maximum)),
    default: (value) => value ?? sampleAt(path),
  };
  // The reply to `stream: false` is open, so its default shows in no request.
  return Object.entries(rules).filter(([keyword]) => schema[keyword] !== undefined && path[0] !== 'stream');
}

const accepting: Edits = {
  ofKeywords: repairsOf,
  ofRequired: (path) => (value) => (value === undefined ? sampleAt(path) : value),
};

function mutant(
  what: string,
  { path, keyword, requirements }: Omit<Place, 'edit'>,
  apply: Change,
): KeywordMutant {
  return { name: `${what} ${path.join('.')} ${keyword}`, requirements, apply };
}

/** The response of an operation, changed in its successes. */
function onSuccess(operation: OperationName, edit: Edit): Change {
  return (base) => ({
    finish: (response, request, call) => {
      const finished = base.finish(response, request, call);
      return call?.operation === operation && finished.status < 300 ? changeJson(finished, edit) : finished;
    },
  });
}

function onErrors(edit: Edit): Change {
  return (base) => ({
    finish: (response, request, call) => {
      const finished = base.finish(response, request, call);
      return finished.status >= 400 ? changeJson(finished, edit) : finished;
    },
  });
}

function onEvents(type: string, edit: Edit): Change {
  const change = (events: readonly JsonObject[]): readonly JsonObject[] =>
    events.map((event) => (event['type'] === type ? (edit(event) as JsonObject) : event));
  return (base) => ({
    eventsOf: (turn) => change(base.eventsOf(turn)),
    eventsOfFailure: (turn) => change(base.eventsOfFailure(turn)),
  });
}

const bodies: readonly (readonly [schema: string, change: (edit: Edit) => Change])[] = [
  ['AgentList', (edit) => onSuccess('listAgents', edit)],
  ['Agent', (edit) => onSuccess('createAgent', edit)],
  ['WidgetConfig', (edit) => onSuccess('getWidgetConfig', edit)],
  ['Error', onErrors],
  ['TextEvent', (edit) => onEvents('text', edit)],
  ['ToolUseEvent', (edit) => onEvents('tool_use', edit)],
  ['ToolResultEvent', (edit) => onEvents('tool_result', edit)],
  ['EndEvent', (edit) => onEvents('end', edit)],
  ['ErrorEvent', (edit) => onEvents('error', edit)],
];

/** A conforming server for each keyword of the responses and events of the core that violates this keyword. */
export const responseKeywords: readonly KeywordMutant[] = bodies.flatMap(([schema, change]) =>
  placesOf(sending, { $ref: `#/components/schemas/${schema}` }).map((place) =>
    mutant(
      schema,
      place,
      change((body) => editAt(body, place.path, place.edit)),
    ),
  ),
);

/** The body of a request as a broken server reads it. */
function onRequest(path: string, edit: Edit): Change {
  return (base) => ({
    readJson: (request) => {
      const body = base.readJson(request);
      return request.path === path && isOf('object', body) ? edit(body) : body;
    },
    // The repaired id names an agent, so that the message is accepted.
    findAgent: (id, call) => (id === samples.agent_id ? call.store.agents[0] : base.findAgent(id, call)),
  });
}

const requests = [
  ['AgentCreate', '/api/agents'],
  ['ChatRequest', '/api/agents/chat/stream'],
] as const;

/** A server for each keyword of the requests of the core that accepts what violates this keyword. */
export const requestKeywords: readonly KeywordMutant[] = requests.flatMap(([schema, path]) =>
  placesOf(accepting, { $ref: `#/components/schemas/${schema}` })
    .filter((place) => place.path.length > 0)
    .map((place) =>
      mutant(
        schema,
        place,
        onRequest(path, (body) => editAt(body, place.path, place.edit)),
      ),
    ),
);
