import { dereference, listParameters } from '../contract/contract.ts';
import { asArray, asObject, type JsonObject } from '../contract/json.ts';
import { isEqual, quote, type Change } from './change.ts';
import { bindsOursOnly, type MessageSchemas } from './compare-schemas.ts';
import { compareMediaTypes } from './media-types.ts';
import { changedKeys, operationChange, type Comparison, type OperationPair } from './operation-pair.ts';
import type { RuleName } from './rules.ts';

/** Compares the parameters of an operation, and of its path, by place and name. */
export function compareParameters(pair: OperationPair): Comparison {
  const [before, after] = [parametersOf(pair.old), parametersOf(pair.new)];
  const changes: Change[] = [];
  const messages: MessageSchemas[] = [];
  for (const [key, parameter] of after) {
    const partner = before.get(key);
    const ours = bindsOursOnly(parameter, partner);
    const more = { names: [String(parameter['name'])], ours };
    const report = (rule: RuleName, what: string): void =>
      void changes.push(operationChange(pair, rule, key, what, more));
    if (partner === undefined) {
      report(
        parameter['required'] === true ? 'required-parameter-added' : 'optional-parameter-added',
        'parameter added',
      );
      continue;
    }
    compareParameter(partner, parameter, report);
    const side = (name: 'old' | 'new', object: JsonObject) => ({
      document: pair[name].document,
      schema: object['schema'] ?? {},
    });
    messages.push({
      direction: 'request',
      use: `${pair.id} ${key}`,
      names: [pair.id, String(parameter['name'])],
      old: side('old', partner),
      new: side('new', parameter),
      ours: pair.ours || ours,
    });
  }
  for (const [key, parameter] of before)
    if (!after.has(key))
      changes.push(
        operationChange(pair, 'parameter-removed', key, 'parameter removed', {
          names: [String(parameter['name'])],
          ours: bindsOursOnly(parameter),
        }),
      );
  return { changes, messages };
}

function parametersOf({ document, operation }: OperationPair['old']): Map<string, JsonObject> {
  const paths = asObject(document['paths'], 'paths');
  const shared = asArray(asObject(paths[operation.path], operation.path)['parameters'] ?? [], 'parameters');
  const all = [
    ...shared.map((value) => dereference(document, asObject(value, 'parameter'))),
    ...listParameters(document, operation),
  ];
  const nameOf = (parameter: JsonObject): string => {
    const name = String(parameter['name']);
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

function compareParameter(
  old: JsonObject,
  now: JsonObject,
  report: (rule: RuleName, what: string) => void,
): void {
  const [before, after] = [old['required'] === true, now['required'] === true];
  if (!before && after) report('parameter-became-required', 'required now');
  if (before && !after) report('parameter-became-optional', 'no longer required');
  if (old['deprecated'] !== true && now['deprecated'] === true)
    report('parameter-deprecated', 'deprecated now');
  for (const key of ['style', 'explode', 'allowReserved'])
    if (!isEqual(old[key], now[key]))
      report('parameter-serialization-changed', `${key}: ${quote(old[key])} -> ${quote(now[key])}`);
  const texts = changedKeys(old, now, parameterParts);
  if (texts.length > 0) report('described', `${texts.join(', ')} changed`);
}

/** Compares the body of a request: whether it is needed, and its media types. */
export function compareRequestBody(pair: OperationPair): Comparison {
  const body = (side: 'old' | 'new'): JsonObject | undefined => {
    const { document, operation } = pair[side];
    const value = operation.object['requestBody'];
    return value === undefined ? undefined : dereference(document, asObject(value, 'requestBody'));
  };
  const [old, now] = [body('old'), body('new')];
  const report = (rule: RuleName, what: string): Change =>
    operationChange(pair, rule, 'request body', what, { ours: bindsOursOnly(old, now) });
  if (old === undefined && now === undefined) return { changes: [], messages: [] };
  if (now === undefined || old === undefined) {
    const rule =
      now === undefined
        ? 'request-body-removed'
        : now['required'] === true
          ? 'required-request-body-added'
          : 'optional-request-body-added';
    return { changes: [report(rule, now === undefined ? 'body removed' : 'body added')], messages: [] };
  }
  const required: [RuleName, string][] = old['required'] === now['required'] ? []
    : now['required'] === true ? [['request-body-became-required', 'required now']] : [['request-body-became-optional', 'no longer required']]; // prettier-ignore
  const media = compareMediaTypes('request', old, now);
  return {
    changes: [...required, ...media.changes].map(([rule, what]) => report(rule, what)),
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
