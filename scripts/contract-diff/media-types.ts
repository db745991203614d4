import { contentSchemas } from '../contract/contract.ts';
import type { JsonObject } from '../contract/json.ts';
import type { RuleName } from './rules.ts';

/** A media type on both sides: equal, or a type and a range such as `application/*` that covers it. */
export interface MediaPair {
  readonly type: string;
  readonly old: JsonObject;
  readonly new: JsonObject;
}

/** Compares the media types of two bodies of one direction. */
export function compareMediaTypes(direction: 'request' | 'response', old: JsonObject, now: JsonObject) {
  const [before, after] = [schemasOf(old), schemasOf(now)];
  const pairs: MediaPair[] = [];
  const changes: [RuleName, string][] = [];
  for (const [type, schema] of before) {
    const partner =
      after.find(([other]) => other === type) ??
      after.find(([other]) => covers(other, type) || covers(type, other));
    if (partner === undefined) {
      changes.push([`${direction}-media-type-removed`, `${type} removed`]);
      continue;
    }
    pairs.push({ type, old: schema, new: partner[1] });
    if (partner[0] === type) continue;
    const change = covers(partner[0], type) ? 'widened' : 'narrowed';
    changes.push([`${direction}-media-type-${change}`, `${type} -> ${partner[0]}`]);
  }
  for (const [type] of after)
    if (!before.some(([other]) => other === type || covers(other, type) || covers(type, other)))
      changes.push([`${direction}-media-type-added`, `${type} added`]);
  return { pairs, changes };
}

/** Schemas by media type, without its parameters: JSON and event streams are UTF-8, with a charset or without. */
function schemasOf(body: JsonObject): (readonly [type: string, schema: JsonObject])[] {
  return contentSchemas(body).map(([type, schema]) => [type.split(';', 1)[0]?.trim() ?? type, schema]);
}

/** Whether a range has a type. */
function covers(range: string, type: string): boolean {
  return range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}
