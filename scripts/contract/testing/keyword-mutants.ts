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
  ...{ string: 7, number: 'one', integer: 'four', boolean: 'yes', array: { length: 0 }, object: 'text' },
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

/** Every keyword of a schema and of those below it, with an edit of a whole body. */
function placesOf(given: Json, path: Path = [], outer: readonly string[] = []): Place[] {
  const { $ref, ...beside } = asObject(given, 'schema');
  const schema = $ref === undefined ? beside : dereference(document, { $ref });
  const citations = readCitations(schema[citationKey]);
  const cited = (keyword: string): readonly string[] => citations.get(keyword) ?? outer;
  const own = violationsOf(schema).map(([keyword, edit]): Place => ({
    path,
    keyword,
    requirements: cited(keyword),
    edit,
  }));
  const required = requiredOf(schema).map((name): Place => ({
    path: [...path, name],
    keyword: 'required',
    requirements: cited('required'),
    edit: () => undefined,
  }));
  const properties = Object.entries(propertiesOf(schema)).flatMap(([name, property]) =>
    placesOf(property, [...path, name], cited('$ref')),
  );
  const items =
    schema['items'] === undefined ? [] : placesOf(schema['items'], [...path, '[]'], cited('items'));
  return [...own, ...required, ...properties, ...items];
}

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
  placesOf({ $ref: `#/components/schemas/${schema}` }).map((place) =>
    mutant(
      schema,
      place,
      change((body) => editAt(body, place.path, place.edit)),
    ),
  ),
);
