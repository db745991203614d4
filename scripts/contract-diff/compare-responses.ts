import { dereference } from '../contract/contract.ts';
import { asObject, type Json, type JsonObject } from '../contract/json.ts';
import { createChange, type Change } from './change.ts';
import { bindsOursOnly, type MessageSchemas } from './compare-schemas.ts';
import { compareMediaTypes } from './media-types.ts';
import { changedKeys, operationChange, type Comparison, type OperationPair } from './operation-pair.ts';
import type { RuleName } from './rules.ts';
import { isPlainObject } from './schema-tree.ts';

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
  const [before, after] = [responsesOf(pair.old), responsesOf(pair.new)];
  const report = (rule: RuleName, status: string, what: string, response: JsonObject): Change => {
    const more = { names: [status], ours: isOurs(pair, status, response) };
    return operationChange(
      pair,
      rule,
      status,
      what,
      rule.endsWith('added') ? { ...more, addition: 'status' } : more,
    );
  };
  const both = [...after].flatMap(([status, now]): ResponsePair[] => {
    const old = before.get(status);
    return old === undefined ? [] : [{ pair, status, old, new: now, ours: isOurs(pair, status, old, now) }];
  });
  return {
    changes: [
      ...[...before].filter(([status]) => !after.has(status)).map(([status, response]) => report(isError(status) ? 'error-status-removed' : 'success-status-removed', status, 'status removed', response)),
      ...[...after].filter(([status]) => !before.has(status)).map(([status, response]) => report(addedRule(status), status, 'status added', response)),
      ...both.flatMap((response) => [...compareHeaders(response), ...mediaTypeChanges(response), ...compareTexts(response)]),
    ],
    messages: both.flatMap((response) => messagesOf(response)),
  }; // prettier-ignore
}

/** A status is ours by x-binding of the response, or of the operation, which names statuses. */
function isOurs(pair: OperationPair, status: string, ...responses: readonly JsonObject[]): boolean {
  const maps = [pair.old, pair.new].map(({ operation }) => operation.object['x-binding']);
  return bindsOursOnly(...responses) || maps.some((map) => isPlainObject(map) && map[status] === 'ours');
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

/** Statuses and ranges of 4 and 5, and `default`, are errors. */
function isError(status: string): boolean {
  return /^[45]|^default$/.test(status);
}

function addedRule(status: string): RuleName {
  if (isError(status)) return 'error-status-added';
  return status === '304' ? 'not-modified-added' : 'success-status-added';
}

const responseParts = new Set(['headers', 'content']);

/** Texts of a response. One of components.responses is one change, whatever uses it. */
function compareTexts({ pair, status, old, new: now, ours }: ResponsePair): Change[] {
  const texts = changedKeys(old, now, responseParts);
  if (texts.length === 0) return [];
  const reference = asObject(pair.new.operation.object['responses'], 'responses')[status];
  const name = isPlainObject(reference) ? reference['$ref'] : undefined;
  const what = `${texts.join(', ')} changed`;
  if (typeof name !== 'string')
    return [operationChange(pair, 'described', status, what, { names: [status], ours })];
  const component = name.split('/').at(-1) ?? name;
  const uses = [`${pair.id} ${status}`];
  return [
    createChange('described', {
      where: `response ${component}`,
      what,
      names: [component, status],
      uses,
      ours,
    }),
  ];
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
  const before = headersOf(pair.old.document, old);
  const after = headersOf(pair.new.document, now);
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name): Change[] => {
    const [from, to] = [before.get(name), after.get(name)];
    const change = (rule: RuleName, what: string): Change =>
      createChange(rule, {
        where: `header ${name}`,
        what,
        names: [name],
        uses: [`${pair.id} ${status}`],
        ours: pair.ours || ours || bindsOursOnly(from, to),
      });
    const required = (header: JsonObject | undefined): boolean => header?.['required'] === true;
    if (from === undefined)
      return [
        change(required(to) ? 'required-response-header-added' : 'response-header-added', 'header added'),
      ];
    if (to === undefined)
      return [
        change(
          required(from) ? 'required-response-header-removed' : 'response-header-removed',
          'header removed',
        ),
      ];
    const texts = changedKeys(from, to, new Set(['required', 'schema']));
    return [
      ...(required(from) && !required(to)
        ? [change('response-header-became-optional', 'no longer required')]
        : []),
      ...(!required(from) && required(to) ? [change('response-header-became-required', 'required now')] : []),
      ...(texts.length === 0 ? [] : [change('described', `${texts.join(', ')} changed`)]),
    ];
  });
}

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
  const headers = headersOf(pair.new.document, now);
  return [
    ...bodies,
    ...[...headersOf(pair.old.document, old)].flatMap(([name, header]): MessageSchemas[] => {
      const partner = headers.get(name);
      if (partner === undefined) return [];
      const both = sides(header['schema'] ?? {}, partner['schema'] ?? {});
      return [{ direction: 'response', use: `header ${name}`, ...both, names: [name] }];
    }),
  ];
}
