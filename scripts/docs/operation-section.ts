import {
  contentSchemas,
  dereference,
  listParameters,
  listResponses,
  type ContractOperation,
} from '../contract/contract.ts';
import { asObject, asString, asStrings, type JsonObject } from '../contract/json.ts';
import { html, join, type Html } from './html.ts';
import { methodBadge } from './layout.ts';
import { inline, markdown } from './markdown.ts';
import { requirementChips } from './requirement-chips.ts';
import { expandProperties, fieldRow, schemaLink, schemaTable, typeText } from './schema-table.ts';
import type { DocsSource } from './source.ts';
import { writeCurl, writeExample } from './write-example.ts';

/** One operation: what it does and takes on the left, examples on the right, what it answers below. */
export function operationSection(source: DocsSource, operation: ContractOperation): Html {
  const { id, method, path, object } = operation;
  const examples = source.examples.filter((example) => example.operation === id);
  const first = examples.find((example) => example.status < 300);
  const streams = first?.response.events !== undefined;
  return html`<section id="${id}" class="operation">
    <h2>${asString(object['summary'], id)}</h2>
    <p class="address">${methodBadge(method)}<code>${path}</code></p>
    <div class="columns">
      <div>
        ${markdown(asString(object['description'], id))}
        ${streams ? html`<p><a href="events.html">The events of the stream</a></p>` : undefined}
        ${parameters(source.openapi, operation)} ${requestBody(source.openapi, operation)}
        ${responses(source.openapi, operation)} ${requirementChips(asStrings(object['x-requirements'], id))}
      </div>
      <div class="examples" aria-label="Examples" role="group">
        ${first === undefined ? undefined : writeCurl(first.request, streams)}
        ${examples.map((example) => writeExample(example, example === first))}
      </div>
    </div>
  </section>`;
}

function parameters(openapi: JsonObject, operation: ContractOperation): Html | undefined {
  const list = listParameters(openapi, operation);
  if (list.length === 0) return undefined;
  const rows = list.map((parameter) => {
    const schema = {
      ...asObject(parameter['schema'], 'schema'),
      description: parameter['description'] ?? '',
    };
    const place = parameter['in'] === 'header' ? 'header, ' : 'query, ';
    const mark =
      parameter['required'] === true ? html`<b class="required">required</b>` : html`<i>optional</i>`;
    return fieldRow(asString(parameter['name'], 'parameter'), schema, html`${place}${mark}`);
  });
  return html`<h3>Parameters</h3>
    <div class="scroll">
      <table class="fields">
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

function requestBody(openapi: JsonObject, operation: ContractOperation): Html | undefined {
  const body = operation.object['requestBody'];
  if (body === undefined) return undefined;
  const [media] = contentSchemas(dereference(openapi, asObject(body, operation.id)));
  if (media === undefined) return undefined;
  const [mediaType, schema] = media;
  return html`<h3>
      Request body <small><code>${mediaType}</code> ${typeText(schema)}</small>
    </h3>
    ${schemaTable(expandProperties(openapi, dereference(openapi, schema)))}`;
}

function responses(openapi: JsonObject, operation: ContractOperation): Html {
  const rows = listResponses(openapi, operation).map(({ status, object }) => {
    const bodies = contentSchemas(object).map(([mediaType, schema]) => responseBody(mediaType, schema));
    const headers = Object.keys(asObject(object['headers'] ?? {}, 'headers')).map(
      (name) => html`<code>${name}</code>`,
    );
    return html`<tr>
      <td><span class="status s${Math.floor(status / 100)}">${status}</span></td>
      <td>${inline(asString(object['description'], String(status)))}</td>
      <td>${join(bodies, '<br>')}</td>
      <td>${join(headers, ' ')}</td>
    </tr>`;
  });
  return html`<h3>Responses</h3>
    <div class="scroll">
      <table class="responses">
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">When</th>
            <th scope="col">Body</th>
            <th scope="col">Header fields</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

function responseBody(mediaType: string, schema: JsonObject): Html {
  const link = schemaLink(asString(schema['$ref'], mediaType));
  return mediaType === 'application/json' ? link : html`${link} <i>(${mediaType})</i>`;
}
