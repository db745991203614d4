import { dereference } from '../contract/contract.ts';
import { isCited } from '../contract/core-document.ts';
import { asArray, asObject, asString, asStrings, type Json, type JsonObject } from '../contract/json.ts';
import { html, join, table, type Html, inline, markdown } from './html.ts';

/**
 * The fields of an object schema as a table, with the fields of unnamed nested objects under their path. Each has an anchor:
 * `anchor`, a dot and its path.
 */
export function schemaTable(schema: JsonObject, anchor: string): Html {
  const closed = schema['additionalProperties'] === false;
  const rows = fieldRows(schema, '', anchor);
  return html`${rows.length === 0 ? undefined : table(['Field', 'Type', 'Meaning'], rows, 'fields')}
  ${closed ? html`<p class="note">No other fields are accepted.</p>` : undefined}`;
}

/** A copy in which each property that refers to a named object has that object's fields too, to list them below it. */
export function expandProperties(document: JsonObject, schema: JsonObject): JsonObject {
  const properties = Object.entries(asObject(schema['properties'] ?? {}, 'properties')).map(
    ([name, value]) => {
      const property = asObject(value, name);
      if (property['$ref'] === undefined) return [name, property];
      return [name, { ...expandProperties(document, dereference(document, property)), ...property }];
    },
  );
  return { ...schema, properties: Object.fromEntries(properties) as JsonObject };
}

function fieldRows(schema: JsonObject, prefix: string, anchor: string): Html[] {
  const required = asStrings(schema['required'], 'required');
  return Object.entries(asObject(schema['properties'] ?? {}, 'properties')).flatMap(([name, value]) => {
    const property = asObject(value, name);
    const mark = required.includes(name) ? html`<b>required</b>` : html`<i>optional</i>`;
    const row = fieldRow(`${prefix}${name}`, property, mark, anchor);
    const below = property['type'] === 'array' ? asObject(property['items'] ?? {}, name) : property;
    const nested = property['type'] === 'array' ? `${prefix}${name}[].` : `${prefix}${name}.`;
    return [row, ...(below['properties'] === undefined ? [] : fieldRows(below, nested, anchor))];
  });
}

/** One row of a table of fields or parameters, with an anchor of its own. */
export function fieldRow(name: string, schema: JsonObject, mark: Html, anchor: string): Html {
  const description = schema['description'];
  return html`<tr id="${anchor}.${name.replaceAll('[]', '')}">
    <td><code>${name}</code><br />${mark} ${isCited(schema) ? undefined : oursMark}</td>
    <td>${typeText(schema)}</td>
    <td>${typeof description === 'string' ? markdown(description) : undefined}${constraints(schema)}</td>
  </tr>`;
}

/** A mark on what no requirement is cited for: it binds this service only (decision 0051). */
export const oursMark = html`<span class="badge outline">this service only</span>`;

/** The type of a schema in words, a named one as a link. */
export function typeText(schema: JsonObject): Html {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return schemaLink(reference);
  if (schema['const'] !== undefined) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  if (schema['oneOf'] !== undefined) return alternatives(asArray(schema['oneOf'], 'oneOf'));
  if (schema['type'] === 'array') return html`array of ${typeText(asObject(schema['items'], 'items'))}`;
  if (schema['type'] === undefined) return html`any JSON`;
  const format = schema['format'];
  return html`${asString(schema['type'], 'type')}${typeof format === 'string' ? html` <i>(${format})</i>` : undefined}`;
}

/** A link to a component schema. */
export function schemaLink(reference: string): Html {
  const name = reference.replace('#/components/schemas/', '');
  return html`<a href="api.html#schema-${name}">${name}</a>`;
}

function alternatives(branches: readonly Json[]): Html {
  return join(
    branches.map((branch) => typeText(asObject(branch, 'oneOf'))),
    ' or ',
  );
}

function constraints(schema: JsonObject): Html | undefined {
  const texts = [
    range(schema['minLength'], schema['maxLength'], 'characters'),
    range(schema['minimum'], schema['maximum'], ''),
    range(schema['minItems'], schema['maxItems'], 'entries'),
    listing('One of', schema['enum']),
    schema['default'] === undefined ? undefined : `Default \`${JSON.stringify(schema['default'])}\`.`,
    listing('For example', schema['examples']),
  ].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : html`<p class="note">${inline(texts.join(' '))}</p>`;
}

function range(low: Json | undefined, high: Json | undefined, unit: string): string | undefined {
  const write = (value: Json): string => Number(value).toLocaleString('en');
  const tail = unit === '' ? '.' : ` ${unit}.`;
  if (low !== undefined && high !== undefined) return `${write(low)} to ${write(high)}${tail}`;
  if (low === 1 && unit !== '') return 'Not empty.';
  if (low !== undefined) return `At least ${write(low)}${tail}`;
  return high === undefined ? undefined : `At most ${write(high)}${tail}`;
}

function listing(words: string, values: Json | undefined): string | undefined {
  if (values === undefined) return undefined;
  return `${words} ${asArray(values, words)
    .map((value) => `\`${String(value)}\``)
    .join(', ')}.`;
}
