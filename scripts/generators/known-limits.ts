import type { KnownLimit } from './trial.ts';

const modelina = ['TypeScript', 'Go', 'Python', 'Python with Pydantic', 'Java'].map(
  (name) => `Modelina, ${name}`,
);

const all = ['openapi.core.json', 'openapi.json', 'openapi-3.2.json'];
const withoutStreams = ['openapi-typescript, openapi-fetch', 'orval', 'swagger-typescript-api', 'kubb'];
const overFetch = ['openapi-react-query', 'openapi-msw'];
const noStream = 'the stream is read to its end, or as bytes: read it with `generated/client.ts`';

/** What the pinned tools cannot do with our documents. `npm run test:generators` fails when one of these is gone. */
export const knownLimits: readonly KnownLimit[] = [
  { tools: [...withoutStreams, ...overFetch], inputs: all, problem: 'stream.ts', note: noStream },
  {
    tools: ['openapi-zod-client'],
    inputs: ['openapi.core.json', 'openapi.json'],
    problem: 'stream.ts',
    note: noStream,
  },
  {
    tools: ['@hey-api/openapi-ts'],
    inputs: ['openapi-3.2.json'],
    problem: 'stream.ts',
    note: 'its events have no type',
  },
  {
    tools: ['swagger-typescript-api'],
    inputs: all,
    problem: 'create.ts',
    note: "`createAgent` reads its body only with `{ format: 'json' }`",
  },
  {
    tools: ['kubb'],
    inputs: all,
    problem: 'error.ts',
    note: 'an error is returned as if it were a success: look at the body',
  },
  {
    tools: ['openapi-zod-client'],
    inputs: ['openapi.json'],
    problem: 'could not be extracted',
    note: 'Zod rejects the union of events, which is open: generate from `openapi.core.json`',
  },
  {
    tools: ['openapi-zod-client'],
    inputs: ['openapi-3.2.json'],
    problem: 'Retrieving OpenAPI document',
    note: 'OpenAPI 3.2 is not read',
  },
  {
    tools: modelina,
    inputs: ['openapi-3.2.json'],
    problem: 'no event has a type',
    note: 'OpenAPI 3.2 is not read',
  },
  {
    tools: ['Modelina, Go'],
    inputs: ['openapi.json', 'openapi.core.json'],
    problem: 'models/stream_event.go',
    note: '`go vet` rejects the union `StreamEvent`, which decodes nothing; the events are right',
  },
  {
    tools: ['Modelina, Go'],
    inputs: ['asyncapi.json', 'asyncapi.core.json'],
    problem: 'models/chat_stream.go',
    note: '`go vet` rejects the union `ChatStream`, which decodes nothing; the events are right',
  },
  {
    tools: ['Modelina, Python with Pydantic'],
    inputs: ['asyncapi.json', 'asyncapi.core.json'],
    problem: "default=''",
    note: 'a `const` outside a union with a discriminator becomes a syntax error: generate from OpenAPI',
  },
  {
    tools: ['Modelina, Java'],
    inputs: ['openapi.core.json'],
    problem: 'maxTokens = 4096',
    note: 'write `4096.0` as the default of `maxTokens`: the default of a `Double` is written as an `int`',
  },
];
