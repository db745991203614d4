import type { Example } from '../../spec/read-examples.ts';
import {
  contentSchemas,
  dereference,
  listOperations,
  listParameters,
  listResponses,
  type ContractOperation,
} from '../contract/contract.ts';
import { citationKey, readCitations } from '../contract/core-document.ts';
import { asObject, asString, asStrings, type JsonObject } from '../contract/json.ts';
import { writeExample } from './examples.ts';
import {
  html,
  join,
  methodBadge,
  requirementLinks,
  statusBadge,
  table,
  type Html,
  inline,
  markdown,
} from './html.ts';
import type { Page } from './layout.ts';
import { samples, samplesSetUp } from './samples-section.ts';
import { expandProperties, fieldRow, oursMark, schemaTable, typeText } from './schema-table.ts';
import type { DocsSource } from './source.ts';

/** The API reference: operations with their examples, plans, and every schema. */
export function apiPage(source: DocsSource): Page {
  const { openapi } = source;
  const operations = listOperations(openapi);
  const description = asString(asObject(openapi['info'], 'info')['description'], 'info.description');
  const [lead = '', ...marks] = description.split('\n\n');
  return {
    file: 'api.html',
    title: 'API',
    lead: markdown(lead),
    contents: [
      { href: '#samples', text: 'Before the first request' },
      { href: '#authentication', text: 'Authentication' },
      ...operations.map(({ id, method, path }) => ({ href: `#${id}`, text: path, method })),
      { href: '#plans', text: 'Plans' },
      { href: '#everywhere', text: 'Other requests' },
      { href: '#schemas', text: 'Schemas' },
      { href: '#documents', text: 'The documents' },
    ],
    body: html`${samplesSetUp()}${authentication(openapi)}${operations.map((operation) => operationSection(source, operation))}
      ${plans(openapi)}${otherRequests(source)}${schemas(openapi)}
      <section id="documents">
        <h2>The documents</h2>
        ${markdown(marks.join('\n\n'))}
      </section>`,
  };
}

function authentication(openapi: JsonObject): Html {
  const components = asObject(openapi['components'], 'components');
  const schemes = asObject(components['securitySchemes'], 'securitySchemes');
  const apiKey = asObject(schemes['apiKey'], 'apiKey');
  return html`<section id="authentication">
    <h2>Authentication</h2>
    ${markdown(asString(apiKey['description'], 'apiKey'))}
    <pre tabindex="0">Authorization: Bearer svc_<i>32 letters and digits</i></pre>
    ${requirementLinks(asStrings(openapi['x-requirements'], 'x-requirements'))}
  </section>`;
}

/** Description and schemas on the left, examples on the right. */
function operationSection(source: DocsSource, operation: ContractOperation): Html {
  const { id, method, path, object } = operation;
  const first = source.examples.find((example) => example.operation === id && example.status < 300);
  const streams = first?.response.events !== undefined;
  return html`<section id="${id}">
    <h2>${asString(object['summary'], id)}</h2>
    <p>${methodBadge(method)}<code>${path}</code> ${isOurs(object) ? oursMark : undefined}</p>
    <div class="columns">
      <div>
        ${markdown(asString(object['description'], id))}
        ${streams ? html`<p><a href="events.html">The events of the stream</a></p>` : undefined}
        ${parameters(source.openapi, operation)} ${requestBody(source.openapi, operation)}
        ${responses(source.openapi, operation)} ${requirementLinks(asStrings(object['x-requirements'], id))}
      </div>
      ${first && exampleColumn(source, operation, first)}
    </div>
  </section>`;
}

/** Code, and every example. */
function exampleColumn(
  { openapi, examples }: DocsSource,
  operation: ContractOperation,
  first: Example,
): Html {
  const all = examples.filter((example) => example.operation === operation.id);
  return html`<div aria-label="Examples" role="group">
    ${operation.path.startsWith('/api/') ? samples(openapi, operation, first) : undefined}
    ${all.map((example) => writeExample(example, example === first))}
  </div>`;
}

function parameters(openapi: JsonObject, operation: ContractOperation): Html | undefined {
  const rows = listParameters(openapi, operation).map((parameter) => {
    const schema = {
      ...asObject(parameter['schema'], 'schema'),
      description: parameter['description'] ?? '',
      [citationKey]: parameter[citationKey] ?? null,
    };
    const place = parameter['in'] === 'header' ? 'header, ' : 'query, ';
    const mark = parameter['required'] === true ? html`<b>required</b>` : html`<i>optional</i>`;
    return fieldRow(asString(parameter['name'], 'parameter'), schema, html`${place}${mark}`, operation.id);
  });
  if (rows.length === 0) return undefined;
  return html`<h3>Parameters</h3>
    ${table(['Parameter', 'Type', 'Meaning'], rows, 'fields')}`;
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
    ${schemaTable(expandProperties(openapi, dereference(openapi, schema)), `${operation.id}.body`)}`;
}

function responses(openapi: JsonObject, operation: ContractOperation): Html {
  const rows = listResponses(openapi, operation).map(({ status, object }) => {
    const bodies = contentSchemas(object).map(([mediaType, schema]) => responseBody(mediaType, schema));
    const names = Object.keys(asObject(object['headers'] ?? {}, 'headers'));
    return html`<tr>
      <td>${statusBadge(status)} ${isOurs(operation.object, status) ? oursMark : undefined}</td>
      <td>${inline(asString(object['description'], String(status)))}</td>
      <td>${join(bodies, '<br>')}</td>
      <td>
        ${join(
          names.map((name) => html`<code>${name}</code>`),
          ' ',
        )}
      </td>
    </tr>`;
  });
  return html`<h3>Responses</h3>
    ${table(['Status', 'When', 'Body', 'Headers'], rows, 'responses')}`;
}

/** Whether no requirement is cited for an operation, or for one status of an operation with others. */
function isOurs({ [citationKey]: citations }: JsonObject, status?: number): boolean {
  if (status === undefined) return citations === undefined;
  return citations !== undefined && !readCitations(citations).has(`responses.${status}`);
}

function responseBody(mediaType: string, schema: JsonObject): Html {
  const link = typeText(schema);
  return mediaType === 'application/json' ? link : html`${link} <i>(${mediaType})</i>`;
}

function plans(openapi: JsonObject): Html {
  const rows = Object.entries(asObject(openapi['x-plans'], 'x-plans'))
    .filter(([name]) => !name.startsWith('x-'))
    .map(([name, value]) => {
      const plan = asObject(value, name);
      return html`<tr>
        <th scope="row">${name.slice(0, 1).toUpperCase()}${name.slice(1)}</th>
        <td>${String(plan['requests_per_minute'] ?? 'by agreement')}</td>
        <td>${String(plan['agents'] ?? 'by agreement')}</td>
      </tr>`;
    });
  return html`<section id="plans">
    <h2>Plans</h2>
    ${table(['Plan', 'Requests a minute', 'Agents'], rows)}
    ${markdown('What counts, and in which minute: decision 0012. Agents of each plan: decision 0013.')}
  </section>`;
}

function otherRequests({ examples }: DocsSource): Html {
  const others = examples.filter((example) => example.operation === 'other');
  return html`<section id="everywhere">
    <h2>Other requests</h2>
    <p>Below <code>/api</code> every error has the same body, also where there is no operation.</p>
    ${others.map((example) => writeExample(example, false))}
  </section>`;
}

function schemas(openapi: JsonObject): Html {
  const all = Object.entries(asObject(asObject(openapi['components'], 'components')['schemas'], 'schemas'));
  return html`<section id="schemas">
    <h2>Schemas</h2>
    ${all.map(([name, value]) => {
      const schema = asObject(value, name);
      const isObject = schema['properties'] !== undefined;
      return html`<section id="schema-${name}">
        <h3>${name}</h3>
        ${markdown(asString(schema['description'], name))}
        ${isObject ? schemaTable(schema, `schema-${name}`) : html`<p>${typeText(schema)}</p>`}
      </section>`;
    })}
  </section>`;
}
