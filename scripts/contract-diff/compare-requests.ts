import { isDeepStrictEqual } from 'node:util';
import { dereference, listParameters } from '../contract/contract.ts';
import { asArray, asObject, type JsonObject } from '../contract/json.ts';
import { bindsOursOnly } from './binding.ts';
import { quote, type Change } from './change.ts';
import { changedTexts, matchByKey } from './compare-texts.ts';
import { compareMediaTypes } from './media-types.ts';
import { operationChange, requiredChanges, type Comparison, type OperationPair } from './operation-pair.ts';
import type { RuleName } from './rules.ts';

/** Compares the parameters of an operation, and of its path, by place and name. */
export function compareParameters(pair: OperationPair): Comparison {
  const { removed, added, pairs } = matchByKey(parametersOf(pair.old), parametersOf(pair.new));
  const report = (rule: RuleName, key: string, what: string, ...parameters: readonly JsonObject[]): Change =>
    operationChange(pair, rule, key, what, {
      names: [String(parameters[0]?.['name'])],
      ours: bindsOursOnly(...parameters),
    });
  return {
    changes: [
      ...removed.map(([key, parameter]) => report('parameter-removed', key, 'parameter removed', parameter)),
      ...added.map(([key, parameter]) => {
        const rule = parameter['required'] === true ? 'required-parameter-added' : 'optional-parameter-added';
        return report(rule, key, 'parameter added', parameter);
      }),
      ...pairs.flatMap(({ key, old, new: now }) =>
        compareParameter(old, now).map(([rule, what]) => report(rule, key, what, now, old)),
      ),
    ],
    messages: pairs.map(({ key, old, new: now }) => ({
      direction: 'request',
      use: `${pair.id} ${key}`,
      names: [pair.id, String(now['name'])],
      old: { document: pair.old.document, schema: old['schema'] ?? {} },
      new: { document: pair.new.document, schema: now['schema'] ?? {} },
      ours: pair.ours || bindsOursOnly(now, old),
    })),
  };
}

function parametersOf({ document, operation }: OperationPair['old']): Map<string, JsonObject> {
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

const parameterParts = new Set([
  'name',
  'in',
  'required',
  'schema',
  'deprecated',
  'style',
  'explode',
  'allowReserved',
]);

function compareParameter(old: JsonObject, now: JsonObject): [rule: RuleName, what: string][] {
  const isDeprecated = old['deprecated'] !== true && now['deprecated'] === true;
  const [before, after] = [serializationOf(old), serializationOf(now)];
  const serialization = Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return [
    ...requiredChanges('parameter', old, now),
    ...(isDeprecated ? [['parameter-deprecated', 'deprecated now'] as [RuleName, string]] : []),
    ...serialization.map((key): [RuleName, string] => [
      'parameter-serialization-changed',
      `${key}: ${quote(before[key])} -> ${quote(after[key])}`,
    ]),
    ...changedTexts(old, now, parameterParts).map((what): [RuleName, string] => ['described', what]),
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
  const report = (rule: RuleName, what: string): Change =>
    operationChange(pair, rule, 'request body', what, { ours: bindsOursOnly(old, now) });
  if (now === undefined)
    return {
      changes: old === undefined ? [] : [report('request-body-removed', 'body removed')],
      messages: [],
    };
  if (old === undefined) {
    const rule = now['required'] === true ? 'required-request-body-added' : 'optional-request-body-added';
    return { changes: [report(rule, 'body added')], messages: [] };
  }
  const media = compareMediaTypes('request', old, now);
  return {
    changes: [...requiredChanges('request-body', old, now), ...media.changes].map(([rule, what]) =>
      report(rule, what),
    ),
    messages: media.pairs.map((schemas) => ({
      direction: 'request',
      use: `${pair.id} request`,
      names: [pair.id],
      old: { document: pair.old.document, schema: schemas.old },
      new: { document: pair.new.document, schema: schemas.new },
      ours: pair.ours,
    })),
  };
}

function bodyOf({ document, operation }: OperationPair['old']): JsonObject | undefined {
  const value = operation.object['requestBody'];
  return value === undefined ? undefined : dereference(document, asObject(value, 'requestBody'));
}
