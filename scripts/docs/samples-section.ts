import type { Example } from '../../spec/read-examples.ts';
import type { ContractOperation } from '../contract/contract.ts';
import type { JsonObject } from '../contract/json.ts';
import { exact, html, type Html, markdown } from './html.ts';
import { curlSample, settingFunction } from './samples/curl.ts';
import { goSample } from './samples/go.ts';
import { pythonSample } from './samples/python.ts';
import { sampleRequest, type Sample } from './samples/sample-request.ts';
import { typescriptSample } from './samples/typescript.ts';

/** The code that sends an operation's example, in each language. */
export function writeSamples(openapi: JsonObject, operation: ContractOperation, example: Example): Sample[] {
  const request = sampleRequest(openapi, operation, example);
  return [curlSample, typescriptSample, pythonSample, goSample].map((write) => write(request));
}

/** An operation's example in each language: folds, of which the browser keeps one open. */
export function samples(openapi: JsonObject, operation: ContractOperation, example: Example): Html {
  const all = writeSamples(openapi, operation, example);
  return html`<div class="samples">
    ${all.map(
      ({ language, code, file, run }) =>
        html`<details class="sample" name="${operation.id}" ${language === 'curl' ? exact`open` : undefined}>
          <summary>${language}</summary>
          ${exact`<pre tabindex="0" role="region" aria-label="${operation.id} in ${language}">${code}</pre>`}
          ${file && run ? html`<p class="note">Save it as <code>${file}</code>; <code>${run}</code></p>` : undefined}
        </details>`,
    )}
  </div>`;
}

const settings = `${settingFunction}
export BASE_URL="$(setting base_url)" API_KEY="$(setting api_key)"
export AGENT_ID="$(setting agent_id)" CHATBOT_ID="$(setting chatbot_id)"
export CA="$(setting ca)"
export SSL_CERT_FILE="$CA" NODE_EXTRA_CA_CERTS="$CA"`;

const elsewhere = `read -rs API_KEY
export API_KEY BASE_URL=https://agents.example AGENT_ID=agt_... CHATBOT_ID=cbt_...`;

const packages = `mkdir samples && cd samples && npm init --yes && npm pkg set type=module
npm install openapi-fetch eventsource-parser
npm install --save-dev openapi-typescript typescript @types/node
npx openapi-typescript "$BASE_URL/openapi.json" --default-non-nullable false --output api.d.ts`;

const documentsText = `The documents for tools: [openapi.json](openapi.json) and [asyncapi.json](asyncapi.json) describe this service, which
serves them without a key at \`/openapi.json\` and \`/asyncapi.json\`. [openapi.core.json](openapi.core.json) and
[asyncapi.core.json](asyncapi.core.json) have only what every deployment must do (decision 0051), and
[openapi-3.2.json](openapi-3.2.json) describes the events of the stream with \`itemSchema\`.`;

/** What the samples need before the first request. */
export function samplesSetUp(): Html {
  const command = (label: string, text: string): Html =>
    exact`<pre tabindex="0" role="region" aria-label="${label}">${text}</pre>`;
  return html`<section id="samples">
    <h2>Before the first request</h2>
    ${markdown(
      'The samples read the address, the key and the ids from the environment, so that no key is in the code or its history. ' +
        'While `npm start` runs, paste this in the same folder:',
    )}
    ${command('Settings of npm start', settings)}
    ${markdown(
      'Its certificate comes from an authority of its own: curl reads the authority from `CA`, Python and Go on Linux from ' +
        '`SSL_CERT_FILE`, Node from `NODE_EXTRA_CA_CERTS`. With any other deployment, leave these three unset; `read` asks for the key:',
    )}
    ${command('Settings of another deployment', elsewhere)}
    ${markdown(
      'Python needs 3.9 or later and Go 1.19 or later, both with their standard library alone. TypeScript runs in Node 22.18 or ' +
        'later, with types that are generated from the document:',
    )}
    ${command('Packages for TypeScript', packages)} ${markdown(documentsText)}
  </section>`;
}
