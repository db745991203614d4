import { listOperations } from '../contract/contract.ts';
import { asArray, asObject, asString, type JsonObject } from '../contract/json.ts';
import { html, type Html } from './html.ts';
import type { ContentsEntry, Page } from './layout.ts';
import { markdown } from './markdown.ts';
import { operationSection } from './operation-section.ts';
import { requirementChips } from './requirement-chips.ts';
import { asStrings } from '../contract/json.ts';
import { schemaTable, typeText } from './schema-table.ts';
import type { DocsSource } from './source.ts';
import { writeExample } from './write-example.ts';

/** The API reference: operations with their examples, other surfaces, plans, and every schema. */
export function apiPage(source: DocsSource): Page {
  const { openapi } = source;
  const operations = listOperations(openapi);
  const contents: ContentsEntry[] = [
    { href: '#authentication', text: 'Authentication' },
    ...operations.map(({ id, method, path }) => ({ href: `#${id}`, text: path, method })),
    { href: '#surfaces', text: 'Beyond /api' },
    { href: '#plans', text: 'Plans' },
    { href: '#everywhere', text: 'Other requests' },
    { href: '#schemas', text: 'Schemas' },
  ];
  const info = asObject(openapi['info'], 'info');
  return {
    file: 'api.html',
    title: 'API',
    lead: markdown(asString(info['description'], 'info.description')),
    contents,
    body: html`${authentication(openapi)}${operations.map((operation) => operationSection(source, operation))}
    ${surfaces(openapi)}${plans(openapi)}${otherRequests(source)}${schemas(openapi)}`,
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
    ${requirementChips(asStrings(openapi['x-requirements'], 'x-requirements'))}
  </section>`;
}

function surfaces(openapi: JsonObject): Html {
  const rows = asArray(openapi['x-surfaces'] ?? [], 'x-surfaces').map((row) => asObject(row, 'x-surfaces'));
  return html`<section id="surfaces">
    <h2>Beyond /api</h2>
    ${rows.map(
      (row) =>
        html`<h3>${asString(row['name'], 'name')}</h3>
          <p class="address"><code>${asString(row['url'], 'url')}</code></p>
          ${markdown(asString(row['description'], 'description'))}
          ${requirementChips(asStrings(row['x-requirements'], 'x-requirements'))}`,
    )}
  </section>`;
}

function plans(openapi: JsonObject): Html {
  const rows = Object.entries(asObject(openapi['x-plans'], 'x-plans')).filter(
    ([name]) => !name.startsWith('x-'),
  );
  const cell = (plan: JsonObject, field: string): string => String(plan[field] ?? 'by agreement');
  return html`<section id="plans">
    <h2>Plans</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Requests a minute</th>
            <th scope="col">Agents</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(([name, value]) => {
            const plan = asObject(value, name);
            const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
            return html`<tr>
              <th scope="row">${title}</th>
              <td>${cell(plan, 'requests_per_minute')}</td>
              <td>${cell(plan, 'agents')}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
    ${markdown('What counts, and in which minute: decision 0012. Agents of each plan: decision 0013.')}
  </section>`;
}

function otherRequests({ examples }: DocsSource): Html {
  const others = examples.filter((example) => example.operation === 'other');
  return html`<section id="everywhere">
    <h2>Other requests</h2>
    <p>Below <code>/api</code> every failure has the same body, where there is no operation too.</p>
    ${others.map((example) => writeExample(example, false))}
  </section>`;
}

function schemas(openapi: JsonObject): Html {
  const all = Object.entries(asObject(asObject(openapi['components'], 'components')['schemas'], 'schemas'));
  return html`<section id="schemas">
    <h2>Schemas</h2>
    ${all.map(([name, value]) => {
      const schema = asObject(value, name);
      const fields =
        schema['properties'] === undefined ? html`<p>${typeText(schema)}</p>` : schemaTable(schema);
      return html`<section id="schema-${name}">
        <h3>${name}</h3>
        ${markdown(asString(schema['description'], name))}${fields}
      </section>`;
    })}
  </section>`;
}
