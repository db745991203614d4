import { join } from 'node:path';
import { requireCommand } from './run-command.ts';
import type { Tool } from './trial.ts';
import { useClient, type Client } from './use-client.ts';

const binaries = join(import.meta.dirname, 'node_modules', '.bin');

interface TypeScriptTool extends Pick<Tool, 'name' | 'note'>, Client {
  /** The npm package, where the tool's name is not its own. */
  readonly package?: string;
  /** The name of the command, and its arguments for the document, run in the folder of the results. */
  readonly command: readonly [name: string, ...args: ((file: string) => string)[]];
}

const options = 'service.options';
const wrongKey = 'service.withWrongKey';

const openapiFetch: Client = {
  setUp: `import createClient from 'openapi-fetch';
import type { paths } from './api.ts';
export const client = createClient<paths>({ baseUrl: service.baseUrl, ...${options} });`,
  list: `(await generated.client.GET('/api/agents')).data`,
  create: `(await generated.client.POST('/api/agents', { body: service.agent })).data`,
  stream: `(await generated.client.POST('/api/agents/chat/stream', { body: service.message, parseAs: 'stream' })).data`,
  error: `(await generated.client.GET('/api/agents', ${wrongKey})).error`,
};

const fixed = (text: string) => (): string => text;
const document = (file: string): string => file;
const types: TypeScriptTool['command'] = [
  'openapi-typescript',
  document,
  ...['--default-non-nullable', 'false', '-o', 'api.ts'].map(fixed),
];

const tools: readonly TypeScriptTool[] = [
  {
    ...openapiFetch,
    name: 'openapi-typescript, openapi-fetch',
    package: 'openapi-typescript',
    note: 'A property with a default is optional in requests only with `--default-non-nullable false`',
    command: types,
  },
  {
    name: '@hey-api/openapi-ts',
    note: 'Reads the stream as an async iterator of typed events, and sends the message again where it breaks off, unless `sseMaxRetryAttempts` is 1',
    command: ['openapi-ts', fixed('-i'), document, ...['-o', 'client', '--no-log-file'].map(fixed)],
    setUp: `import { client } from './client/client.gen.ts';
export * from './client/sdk.gen.ts';
client.setConfig({ baseUrl: service.baseUrl, ...${options} });`,
    list: '(await generated.listAgents()).data',
    create: '(await generated.createAgent({ body: service.agent })).data',
    stream: '(await generated.streamAgentChat({ body: service.message, sseMaxRetryAttempts: 1 })).stream',
    error: `(await generated.listAgents(${wrongKey})).error`,
  },
  {
    name: 'orval',
    note: 'A response is narrowed by its status; its addresses are relative without a setting',
    command: ['orval', fixed('--input'), document, ...['--output', 'api.ts', '--client', 'fetch'].map(fixed)],
    setUp: `export * from './api.ts';
const own = fetch;
globalThis.fetch = (path, init) => own(new URL(String(path), service.baseUrl), init);`,
    list: `await generated.listAgents(${options}).then((got) => (got.status === 200 ? got.data : undefined))`,
    create: `await generated.createAgent(service.agent, ${options}).then((got) => (got.status === 201 ? got.data : undefined))`,
    stream: `await generated.streamAgentChat(service.message, ${options}).then((got) => (got.status === 200 ? got.data : undefined))`,
    error: `await generated.listAgents(${wrongKey}).then((got) => (got.status === 401 ? got.data : undefined))`,
  },
  {
    name: 'swagger-typescript-api',
    note: '',
    command: [
      'swagger-typescript-api',
      fixed('generate'),
      fixed('-p'),
      document,
      ...['-o', '.', '-n', 'api.ts', '--disable-throw-on-error'].map(fixed),
    ],
    setUp: `import { Api } from './api.ts';
export const { api } = new Api({ baseUrl: service.baseUrl, baseApiParams: ${options} });`,
    list: '(await generated.api.listAgents()).data',
    create: '(await generated.api.createAgent(service.agent)).data',
    stream: '(await generated.api.streamAgentChat(service.message)).data',
    error: `(await generated.api.listAgents(${wrongKey})).error`,
  },
  {
    name: 'openapi-zod-client',
    note: 'Validates responses',
    command: ['openapi-zod-client', document, ...['-o', 'api.ts'].map(fixed)],
    setUp: `import { isErrorFromAlias } from '@zodios/core';
import { api, createApiClient } from './api.ts';
export const client = createApiClient(service.baseUrl, { axiosConfig: ${options} });
export const errorOf = (thrown: Error) => isErrorFromAlias(api.api, 'listAgents', thrown) ? thrown.response.data : undefined;`,
    list: 'await generated.client.listAgents()',
    create: 'await generated.client.createAgent(service.agent)',
    stream: 'await generated.client.streamAgentChat(service.message)',
    error: `await generated.client.listAgents(${wrongKey}).then(() => undefined, generated.errorOf)`,
  },
  {
    name: 'kubb',
    package: '@kubb/core',
    note: 'Plugins `ts` and `client`, with `fetch`',
    command: ['kubb', ...['generate', '--config', join(import.meta.dirname, 'kubb.config.mjs')].map(fixed)],
    setUp: `import { setConfig } from '@kubb/plugin-client/clients/fetch';
export * from './client/index.ts';
setConfig({ baseURL: service.baseUrl, ...${options} });`,
    list: 'await generated.listAgents()',
    create: 'await generated.createAgent(service.agent)',
    stream: 'await generated.streamAgentChat(service.message)',
    error: `await generated.listAgents(${wrongKey}).then(() => undefined, (thrown) => thrown)`,
  },
  {
    ...openapiFetch,
    name: 'openapi-react-query',
    note: 'Over openapi-fetch, with the types of openapi-typescript; mutations are hooks of components',
    command: types,
    setUp: `${openapiFetch.setUp}
import createQueries from 'openapi-react-query';
import { QueryClient } from '@tanstack/react-query';
export const query = new QueryClient({ defaultOptions: { queries: { retry: false } } });
export const api = createQueries(client);
const useList = () => api.useQuery('get', '/api/agents');
const useCreate = () => api.useMutation('post', '/api/agents');
export type Failure = NonNullable<ReturnType<typeof useList>['error']>;
export type Created = ReturnType<typeof useCreate>['data'];`,
    list: `await generated.query.fetchQuery(generated.api.queryOptions('get', '/api/agents'))`,
    create: `(await generated.client.POST('/api/agents', { body: service.agent })).data satisfies generated.Created`,
    stream: `await generated.query.fetchQuery(generated.api.queryOptions('post', '/api/agents/chat/stream', { body: service.message }))`,
    error: `await generated.query.fetchQuery(generated.api.queryOptions('get', '/api/agents', ${wrongKey})).then(() => undefined, (thrown: generated.Failure) => thrown)`,
  },
  {
    ...openapiFetch,
    name: 'openapi-msw',
    note: 'Mocks for tests, over MSW, with the types of openapi-typescript; what has no handler goes to the service',
    command: types,
    setUp: `${openapiFetch.setUp}
import { createOpenApiHttp } from 'openapi-msw';
import { setupServer } from 'msw/node';
const http = createOpenApiHttp<paths>({ baseUrl: service.baseUrl });
const at = '2026-01-01T00:00:00Z';
const config = { ...service.agent.config, temperature: 0.7, max_tokens: 4096, mcp_capabilities: [] };
const agent = { ...service.agent, config, id: 'agt_1', status: 'active', created_at: at, updated_at: at };
const error = { error: 'The API key is wrong', status: 401, code: 'unauthorized' as const };
setupServer(
  http.get('/api/agents', ({ request, response }) => request.headers.get('authorization')?.endsWith('wrong')
    ? response(401).json(error)
    : response(200).json({ agents: [agent] })),
).listen({ onUnhandledRequest: 'bypass' });`,
  },
];

/** Clients and types of TypeScript: each lists, creates, streams and gets an error from the running service. */
export const typeScriptTools: readonly Tool[] = tools.map(
  ({ name, package: own = name, note, command: [binary, ...args], ...client }) => ({
    name,
    package: own,
    kinds: ['openapi'],
    note,
    run: (input, folder) => {
      const given = args.map((argument) => argument(input.file));
      requireCommand(join(binaries, binary), given, folder, { DOCUMENT: input.file });
      return useClient(client, folder);
    },
  }),
);
