import { literal, type LiteralStyle, readPart, type Sample, type SampleRequest } from './sample-request.ts';

const style: LiteralStyle = {
  indent: '  ',
  object: '{',
  array: '[',
  words: {},
  text: quote,
  key: (name) => (/^[a-z_]\w*$/i.test(name) ? name : quote(name)),
  variable: (name) => `process.env.${name}!`,
};

function quote(text: string): string {
  const json = JSON.stringify(text);
  return /['"\\]/.test(text) ? json : `'${json.slice(1, -1)}'`;
}

/** A module that calls openapi-fetch with the types of the document, and reads a stream with eventsource-parser. */
export function typescriptSample(request: SampleRequest): Sample {
  const { streams } = request;
  return {
    language: 'TypeScript',
    file: `${request.operation}.ts`,
    run: `node ${request.operation}.ts`,
    code: `${imports(streams)}
const api = createClient<paths>({
  baseUrl: process.env.BASE_URL!,
  headers: { Authorization: \`Bearer \${process.env.API_KEY}\` },
});
const { data, error, response } = await api.${request.method}('${request.path}'${options(request)});
if (error) throw new Error(\`\${response.status}: \${error.error}\`);
${streams ? readStream : 'console.log(data);\n'}`,
  };
}

function imports(streams: boolean): string {
  return streams
    ? `import { EventSourceParserStream } from 'eventsource-parser/stream';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';
`
    : `import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';
`;
}

function options({ query, body, streams }: SampleRequest): string {
  const lines = [
    ...(query.length === 0 ? [] : [`params: { query: ${parameters(query)} },`]),
    ...(body === undefined ? [] : [`body: ${literal(body, style, 1)},`]),
    ...(streams ? ["parseAs: 'stream',"] : []),
  ];
  return lines.length === 0 ? '' : `, {\n${lines.map((line) => `  ${line}\n`).join('')}}`;
}

function parameters(query: SampleRequest['query']): string {
  return `{ ${query.map(([name, value]) => `${style.key(name)}: ${literal(value, style, 0)}`).join(', ')} }`;
}

// The type of the events that are known: TypeScript cannot tell them from those of any other type, which are skipped.
const readStream = readPart('read-stream.ts');
