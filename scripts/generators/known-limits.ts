import type { KnownLimit } from './trial.ts';

const modelina = ['TypeScript', 'Go', 'Python', 'Python with Pydantic', 'Java'].map(
  (name) => `Modelina, ${name}`,
);

/** What the pinned tools cannot do with our documents. `npm run test:generators` fails when one of these is gone. */
export const knownLimits: readonly KnownLimit[] = [
  {
    tools: modelina,
    inputs: ['openapi-3.2.json'],
    problem: 'no event has a type',
    note: 'OpenAPI 3.2 is not read',
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
