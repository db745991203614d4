import { isDeepStrictEqual } from 'node:util';
import { contentSchemas, dereference, listParameters, type ContractOperation } from '../contract/contract.ts';
import { asArray, asObject, isObject, type Json, type JsonObject } from '../contract/json.ts';
import { bindsOursOnly, bindsOursOnlyAt } from './binding.ts';
import { quote, type Change } from './change.ts';
import {
  compareKeys,
  compareParts,
  compareRequired,
  matchByKey,
  objectsIn,
  report,
  type Difference,
  type Subject,
} from './compare-parts.ts';
import type { MessageSchemas } from './compare-schemas.ts';
import type { RuleName } from './rules.ts';

/** What a comparison finds: changes, and the messages whose schemas are to be compared. */
export interface Comparison {
  readonly changes: readonly Change[];
  readonly messages: readonly MessageSchemas[];
}

/** An operation on both sides. */
export interface OperationPair {
  readonly old: { readonly document: JsonObject; readonly operation: ContractOperation };
  readonly new: { readonly document: JsonObject; readonly operation: ContractOperation };
  /** The operationId, as a line of the change log names it. */
  readonly id: string;
  readonly ours: boolean;
}

type OperationSide = OperationPair['old'];

export const placeOf = ({ method, path }: ContractOperation): string => `${method.toUpperCase()} ${path}`;

/** An operation, or a part of it such as a parameter. */
export function operationSubject(
  pair: OperationPair,
  part = '',
  names: readonly string[] = [],
  ours = false,
): Subject {
  const where = [placeOf(pair.new.operation), part].filter((text) => text !== '').join(' ');
  return { where, names: [pair.id, ...names], uses: [pair.id], ours: pair.ours || ours };
}

/** The schemas of both sides of a message of an operation. */
function messageOf(
  pair: OperationPair,
  [old, now]: readonly [old: Json | undefined, now: Json | undefined],
  message: Pick<MessageSchemas, 'direction' | 'use' | 'names'> & { readonly ours?: boolean },
): MessageSchemas {
  return {
    ...message,
    old: { document: pair.old.document, schema: old ?? {} },
    new: { document: pair.new.document, schema: now ?? {} },
    ours: pair.ours || message.ours === true,
  };
}

/** Compares the parameters of an operation, and of its path, by place and name. */
export function compareParameters(pair: OperationPair): Comparison {
  const sides = [parametersOf(pair.old), parametersOf(pair.new)] as const;
  return {
    changes: compareParts(...sides, {
      subject: (key, ...parameters) =>
        operationSubject(pair, key, [String(parameters[0]?.['name'])], bindsOursOnly(...parameters)),
      removed: () => ['parameter-removed', 'parameter removed'],
      added: ({ required }) => [
        required === true ? 'required-parameter-added' : 'optional-parameter-added',
        'parameter added',
      ],
      both: compareParameter,
    }),
    messages: matchByKey(...sides).pairs.map(({ key, old, new: now }) =>
      messageOf(pair, [old['schema'], now['schema']], {
        direction: 'request',
        use: `${pair.id} ${key}`,
        names: [pair.id, String(now['name'])],
        ours: bindsOursOnly(now, old),
      }),
    ),
  };
}

function parametersOf({ document, operation }: OperationSide): Map<string, JsonObject> {
  const paths = asObject(document['paths'], 'paths');
  const shared = asArray(asObject(paths[operation.path], operation.path)['parameters'] ?? [], 'parameters');
  const all = [
    ...shared.map((value) => dereference(document, asObject(value, 'parameter'))),
    ...listParameters(document, operation),
  ];
  const pathNames = [...operation.path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]);
  const nameOf = (parameter: JsonObject): string => {
    const name = String(parameter['name']);
    // A client fills in the places of a path, whatever they are called.
    if (parameter['in'] === 'path') return `path ${pathNames.indexOf(name) + 1}`;
    return `${String(parameter['in'])} ${parameter['in'] === 'header' ? name.toLowerCase() : name}`;
  };
  return new Map(all.map((parameter) => [nameOf(parameter), parameter]));
}

const parameterParts = ['name', 'in', 'required', 'schema', 'style', 'explode', 'allowReserved'];

function compareParameter(old: JsonObject, now: JsonObject): Difference[] {
  const [before, after] = [serializationOf(old), serializationOf(now)];
  const serialization = Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return [
    ...serialization.map((key): Difference => [
      'parameter-serialization-changed',
      `${key}: ${quote(before[key])} -> ${quote(after[key])}`,
    ]),
    ...compareRequired('parameter', old, now),
    ...compareKeys(old, now, {
      ...Object.fromEntries(parameterParts.map((key) => [key, null])),
      deprecated: (_from, to) => (to === true ? [['parameter-deprecated', 'deprecated now']] : []),
    }),
  ];
}

/** How a parameter is written, with the defaults of OpenAPI for what is not said. */
function serializationOf(parameter: JsonObject): JsonObject {
  const style =
    parameter['style'] ?? (/^(?:query|cookie)$/.test(String(parameter['in'])) ? 'form' : 'simple');
  const { explode = style === 'form', allowReserved = false } = parameter;
  return { style, explode, allowReserved };
}

/** Compares the body of a request: whether it is needed, and its media types. */
export function compareRequestBody(pair: OperationPair): Comparison {
  const [old, now] = [bodyOf(pair.old), bodyOf(pair.new)];
  const subject = operationSubject(pair, 'request body', [], bindsOursOnly(old, now));
  if (old === undefined || now === undefined) {
    const added = now?.['required'] === true ? 'required-request-body-added' : 'optional-request-body-added';
    return {
      changes: [
        ...(old === undefined ? [] : report(subject, ['request-body-removed', 'body removed'])),
        ...(now === undefined ? [] : report(subject, [added, 'body added'])),
      ],
      messages: [],
    };
  }
  const media = compareMediaTypes('request', old, now);
  return {
    changes: report(subject, ...compareRequired('request-body', old, now), ...media.differences),
    messages: media.pairs.map((schemas) =>
      messageOf(pair, [schemas.old, schemas.new], {
        direction: 'request',
        use: `${pair.id} request`,
        names: [pair.id],
      }),
    ),
  };
}

function bodyOf({ document, operation }: OperationSide): JsonObject | undefined {
  const value = operation.object['requestBody'];
  return value === undefined ? undefined : dereference(document, asObject(value, 'requestBody'));
}

/** Compares the media types of two bodies: a type with an equal one, or with a range such as `application/*`. */
function compareMediaTypes(direction: 'request' | 'response', old: JsonObject, now: JsonObject) {
  const [before, after] = [schemasOf(old), schemasOf(now)];
  const partnerOf = (type: string, others: typeof before) =>
    others.find(([other]) => other === type) ??
    others.find(([other]) => covers(other, type) || covers(type, other));
  const matched = before.map(([type, schema]) => ({ type, schema, partner: partnerOf(type, after) }));
  const added = after.filter(([type]) => partnerOf(type, before) === undefined);
  const differences = [
    ...matched.flatMap(({ type, partner }): Difference[] => {
      const other = partner?.[0];
      if (other === undefined) return [[`${direction}-media-type-removed`, `${type} removed`]];
      const change = covers(other, type) ? 'widened' : 'narrowed';
      return other === type ? [] : [[`${direction}-media-type-${change}`, `${type} -> ${other}`]];
    }),
    ...added.map(([type]): Difference => [`${direction}-media-type-added`, `${type} added`]),
  ];
  const pairs = matched.flatMap(({ type, schema, partner }) =>
    partner === undefined ? [] : [{ type, old: schema, new: partner[1] }],
  );
  return { differences, pairs };
}

/** Schemas by media type, without its parameters: JSON and event streams are UTF-8, with a charset or without. */
function schemasOf(body: JsonObject): (readonly [type: string, schema: JsonObject])[] {
  return contentSchemas(body).map(([type, schema]) => [type.split(';', 1)[0]?.trim() ?? type, schema]);
}

/** Whether a range has a type. */
function covers(range: string, type: string): boolean {
  return range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

/** One status on both sides. */
interface ResponsePair {
  readonly pair: OperationPair;
  readonly status: string;
  readonly old: JsonObject;
  readonly new: JsonObject;
  readonly ours: boolean;
}

/** Compares the responses of an operation: statuses, headers and media types. */
export function compareResponses(pair: OperationPair): Comparison {
  const sides = withRanges(responsesOf(pair.old), responsesOf(pair.new));
  // A status is ours by x-binding of the response, or of the operation, which names statuses.
  const isOurs = (status: string, ...responses: readonly JsonObject[]): boolean =>
    bindsOursOnly(...responses) ||
    bindsOursOnlyAt(status, pair.old.operation.object, pair.new.operation.object);
  const responses = matchByKey(...sides).pairs.map(({ key: status, old, new: now }): ResponsePair => ({
    pair,
    status,
    old,
    new: now,
    ours: isOurs(status, old, now),
  }));
  const changes = compareParts(...sides, {
    subject: (status, ...both) => operationSubject(pair, status, [status], isOurs(status, ...both)),
    removed: (_response, status) => [
      isError(status) ? 'error-status-removed' : 'success-status-removed',
      'status removed',
    ],
    added: (_response, status) => [addedRule(status), 'status added', { addition: 'status' }],
    both: (old, now) => compareMediaTypes('response', old, now).differences,
  });
  return {
    changes: [
      ...changes,
      ...responses.flatMap((response) => [...compareHeaders(response), ...compareTexts(response)]),
    ],
    messages: responses.flatMap((response) => messagesOf(response)),
  };
}

function responsesOf({ document, operation }: OperationSide): Map<string, JsonObject> {
  const responses = [...objectsIn(operation.object['responses'])];
  return new Map(responses.map(([status, response]) => [status, dereference(document, response)]));
}

type Responses = Map<string, JsonObject>;

/** An error status that only one side names is compared with the range of the other side, such as 500 with 5XX. */
function withRanges(old: Responses, now: Responses): [Responses, Responses] {
  const fill = (own: Responses, other: Responses): Responses => {
    const ranges = [...other.keys()].flatMap((status) => {
      const range = own.get(`${status.slice(0, 1)}XX`);
      return isError(status) && range !== undefined && !own.has(status) ? [[status, range] as const] : [];
    });
    return new Map([...own, ...ranges]);
  };
  return [fill(old, now), fill(now, old)];
}

/** Statuses and ranges of 4 and 5, and `default`, are errors. */
function isError(status: string): boolean {
  return /^[45]|^default$/.test(status);
}

function addedRule(status: string): RuleName {
  if (isError(status)) return 'error-status-added';
  return status === '304' ? 'not-modified-added' : 'success-status-added';
}

/** Texts of a response. One of components.responses is one change for all operations that use it. */
function compareTexts({ pair, status, old, new: now, ours }: ResponsePair): Change[] {
  const reference = asObject(pair.new.operation.object['responses'], 'responses')[status];
  const name = isObject(reference) ? reference['$ref'] : undefined;
  const texts = compareKeys(old, now, { headers: null, content: null });
  if (typeof name !== 'string') return report(operationSubject(pair, status, [status], ours), ...texts);
  const component = name.split('/').at(-1) ?? name;
  const uses = [`${pair.id} ${status}`];
  return report({ where: `response ${component}`, names: [component, status], uses, ours }, ...texts);
}

/** The headers of a response on both sides by their names in lower case, dereferenced. */
function headersOf({ pair, old, new: now }: ResponsePair) {
  const ofSide = ({ document }: OperationSide, { headers }: JsonObject): Map<string, JsonObject> =>
    new Map(
      [...objectsIn(headers)].map(([name, header]) => [name.toLowerCase(), dereference(document, header)]),
    );
  return [ofSide(pair.old, old), ofSide(pair.new, now)] as const;
}

function compareHeaders(response: ResponsePair): Change[] {
  const { pair, status, ours } = response;
  const oneSided =
    (change: 'added' | 'removed') =>
    (header: JsonObject): Difference => [
      `${header['required'] === true ? 'required-response' : 'response'}-header-${change}`,
      `header ${change}`,
    ];
  return compareParts(...headersOf(response), {
    subject: (name, ...headers) => ({
      where: `header ${name}`,
      names: [name],
      uses: [`${pair.id} ${status}`],
      ours: pair.ours || ours || bindsOursOnly(...headers),
    }),
    removed: oneSided('removed'),
    added: oneSided('added'),
    both: (from, to) => [
      ...compareRequired('response-header', from, to),
      ...compareKeys(from, to, { required: null, schema: null }),
    ],
  });
}

/** The bodies and headers that both sides have. */
function messagesOf(response: ResponsePair): MessageSchemas[] {
  const { pair, status, ours } = response;
  const bodies = compareMediaTypes('response', response.old, response.new).pairs.map((media) =>
    messageOf(pair, [media.old, media.new], {
      direction: media.type === 'text/event-stream' ? 'event' : 'response',
      use: `${pair.id} ${status}`,
      names: [pair.id, status],
      ours,
    }),
  );
  const headers = matchByKey(...headersOf(response)).pairs.map(({ key: name, old, new: now }) =>
    messageOf(pair, [old['schema'], now['schema']], {
      direction: 'response',
      use: `header ${name}`,
      names: [name],
      ours,
    }),
  );
  return [...bodies, ...headers];
}
