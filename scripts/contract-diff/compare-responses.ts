import { dereference } from '../contract/contract.ts';
import { asObject, isObject, type Json, type JsonObject } from '../contract/json.ts';
import { bindsOursOnly, bindsOursOnlyAt } from './binding.ts';
import { createChange, type Change } from './change.ts';
import type { MessageSchemas } from './compare-schemas.ts';
import { changedTexts, matchByKey } from './compare-texts.ts';
import { compareMediaTypes } from './media-types.ts';
import { operationChange, requiredChanges, type Comparison, type OperationPair } from './operation-pair.ts';
import type { RuleName } from './rules.ts';

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
  const [before, after] = withRanges(responsesOf(pair.old), responsesOf(pair.new));
  const { removed, added, pairs } = matchByKey(before, after);
  const responses = pairs.map(({ key: status, old, new: now }): ResponsePair => ({
    pair,
    status,
    old,
    new: now,
    ours: isOurs(pair, status, old, now),
  }));
  return {
    changes: [
      ...removed.map(([status, response]) => {
        const rule = isError(status) ? 'error-status-removed' : 'success-status-removed';
        const ours = isOurs(pair, status, response);
        return operationChange(pair, rule, status, 'status removed', { names: [status], ours });
      }),
      ...added.map(([status, response]) => {
        const more = { names: [status], ours: isOurs(pair, status, response), addition: 'status' } as const;
        return operationChange(pair, addedRule(status), status, 'status added', more);
      }),
      ...responses.flatMap((response) => [
        ...compareHeaders(response),
        ...mediaTypeChanges(response),
        ...compareTexts(response),
      ]),
    ],
    messages: responses.flatMap((response) => messagesOf(response)),
  };
}

/** A status is ours by x-binding of the response, or of the operation, which names statuses. */
function isOurs(
  { old, new: now }: OperationPair,
  status: string,
  ...responses: readonly JsonObject[]
): boolean {
  return bindsOursOnly(...responses) || bindsOursOnlyAt(status, old.operation.object, now.operation.object);
}

function responsesOf({ document, operation }: OperationPair['old']): Map<string, JsonObject> {
  const responses = asObject(operation.object['responses'] ?? {}, `responses of ${operation.id}`);
  return new Map(
    Object.entries(responses).map(([status, value]) => [
      status,
      dereference(document, asObject(value, status)),
    ]),
  );
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

const responseParts = new Set(['headers', 'content']);

/** Texts of a response. One of components.responses is one change for all operations that use it. */
function compareTexts({ pair, status, old, new: now, ours }: ResponsePair): Change[] {
  const reference = asObject(pair.new.operation.object['responses'], 'responses')[status];
  const name = isObject(reference) ? reference['$ref'] : undefined;
  return changedTexts(old, now, responseParts).map((what) => {
    if (typeof name !== 'string')
      return operationChange(pair, 'described', status, what, { names: [status], ours });
    const component = name.split('/').at(-1) ?? name;
    const uses = [`${pair.id} ${status}`];
    const where = `response ${component}`;
    return createChange('described', { where, what, names: [component, status], uses, ours });
  });
}

/** The headers of a response by their names in lower case, dereferenced. */
function headersOf(document: JsonObject, response: JsonObject): Map<string, JsonObject> {
  return new Map(
    Object.entries(asObject(response['headers'] ?? {}, 'headers')).map(([name, header]) => [
      name.toLowerCase(),
      dereference(document, asObject(header, name)),
    ]),
  );
}

function compareHeaders({ pair, status, old, new: now, ours }: ResponsePair): Change[] {
  const { removed, added, pairs } = matchByKey(
    headersOf(pair.old.document, old),
    headersOf(pair.new.document, now),
  );
  const report = (rule: RuleName, name: string, what: string, ...headers: readonly JsonObject[]): Change =>
    createChange(rule, {
      where: `header ${name}`,
      what,
      names: [name],
      uses: [`${pair.id} ${status}`],
      ours: pair.ours || ours || bindsOursOnly(...headers),
    });
  const isRequired = (header: JsonObject): boolean => header['required'] === true;
  return [
    ...removed.map(([name, header]) => {
      const rule = isRequired(header) ? 'required-response-header-removed' : 'response-header-removed';
      return report(rule, name, 'header removed', header);
    }),
    ...added.map(([name, header]) => {
      const rule = isRequired(header) ? 'required-response-header-added' : 'response-header-added';
      return report(rule, name, 'header added', header);
    }),
    ...pairs.flatMap(({ key: name, old: from, new: to }) => [
      ...requiredChanges('response-header', from, to).map(([rule, what]) =>
        report(rule, name, what, from, to),
      ),
      ...changedTexts(from, to, headerParts).map((what) => report('described', name, what, from, to)),
    ]),
  ];
}

const headerParts = new Set(['required', 'schema']);

function mediaTypeChanges({ pair, status, old, new: now, ours }: ResponsePair): Change[] {
  return compareMediaTypes('response', old, now).changes.map(([rule, what]) =>
    operationChange(pair, rule, status, what, { names: [status], ours }),
  );
}

/** The bodies and headers that both sides have. */
function messagesOf({ pair, status, old, new: now, ours }: ResponsePair): MessageSchemas[] {
  const sides = (from: Json, to: Json) => ({
    old: { document: pair.old.document, schema: from },
    new: { document: pair.new.document, schema: to },
    names: [pair.id, status],
    ours: pair.ours || ours,
  });
  const bodies = compareMediaTypes('response', old, now).pairs.map((media): MessageSchemas => {
    const direction = media.type === 'text/event-stream' ? 'event' : 'response';
    return { direction, use: `${pair.id} ${status}`, ...sides(media.old, media.new) };
  });
  const headers = matchByKey(headersOf(pair.old.document, old), headersOf(pair.new.document, now));
  return [
    ...bodies,
    ...headers.pairs.map(({ key: name, old: from, new: to }): MessageSchemas => {
      const both = sides(from['schema'] ?? {}, to['schema'] ?? {});
      return { direction: 'response', use: `header ${name}`, ...both, names: [name] };
    }),
  ];
}
