import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../server/testing/programs.ts';
import { startTestServer, type TestServer } from '../../server/testing/start-test-server.ts';
import { readExamples } from '../../spec/read-examples.ts';
import { listOperations, readContract } from '../contract/contract.ts';
import { writeSamples } from './samples-section.ts';
import type { Sample } from './samples/sample-request.ts';

const root = dirname(dirname(import.meta.dirname));
const run = promisify(execFile);
const { openapi } = readContract(join(root, 'spec'));
const examples = readExamples();

/** The samples of every operation of /api by operation and language. */
const samples = new Map<string, Sample>(
  listOperations(openapi)
    .filter(({ path }) => path.startsWith('/api/'))
    .flatMap((operation) => {
      const example = examples.find(({ operation: id, status }) => id === operation.id && status < 300);
      if (example === undefined) throw new Error(`${operation.id} has no example`);
      return writeSamples(openapi, operation, example).map(
        (sample) => [`${operation.id} ${sample.language}`, sample] as const,
      );
    }),
);

const runtimes: Readonly<Record<string, boolean>> = {
  curl: hasProgram('curl'),
  TypeScript: true,
  Python: hasProgram('python'),
  Go: hasProgram('go'),
};

let folder: string;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'samples-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  copyFileSync(join(root, 'generated', 'api.d.ts'), join(folder, 'api.d.ts'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const { file, code } of samples.values())
    if (file !== undefined) writeFileSync(join(folder, file), code);
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a sample as the page says, and returns what it prints. */
async function runSample(name: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const sample = samples.get(name);
  if (sample === undefined) throw new Error(`there is no sample ${name}`);
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const command = sample.run?.replace(/^go run (\w+)\.go$/, onceBuilt) ?? `${sample.code} -sS --fail`;
  const env = { ...process.env, ...environment, PATH };
  return (await run('sh', ['-c', command], { cwd: folder, env })).stdout;
}

/** `go run` links the program each time. */
const onceBuilt = '(test -x $1 || go build $1.go) && ./$1';

function settings(): Readonly<Record<string, string>> {
  const ca = server.service.caFile ?? '';
  return {
    BASE_URL: server.service.baseUrl,
    API_KEY: server.shop.key,
    AGENT_ID: server.shop.agentId,
    CHATBOT_ID: server.shop.chatbotId,
    CA: ca,
    SSL_CERT_FILE: ca,
    NODE_EXTRA_CA_CERTS: ca,
  };
}

const expected: Readonly<Record<string, RegExp>> = {
  listAgents: /agt_/,
  createAgent: /agt_[^]*Shop assistant[^]*4096/,
  streamAgentChat: /search_catalog[^]*cnv_/,
  getWidgetConfig: /cbt_[^]*bottom-right/,
};

describe.each(Object.entries(runtimes))('the samples in %s', (language, hasRuntime) => {
  it.skipIf(!hasRuntime).each(Object.entries(expected))('%s gets its response', async (operation, output) => {
    expect(await runSample(`${operation} ${language}`, settings())).toMatch(output);
  });

  // curl shows the error's body, and that is all.
  if (language === 'curl') return;

  it.skipIf(!hasRuntime)('end with the reason when the key is wrong', async () => {
    const environment = { ...settings(), API_KEY: 'svc_wrong' };
    await expect(runSample(`listAgents ${language}`, environment)).rejects.toThrow(/401.*API key/s);
  });
});

it('the samples in TypeScript have the types of the document', async () => {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
  const more = ['--types', 'node', '--allowImportingTsExtensions', '--verbatimModuleSyntax'];
  const files = [...samples.values()].flatMap(({ file }) => (file?.endsWith('.ts') ? [file] : []));
  const tsc = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
  await run(process.execPath, [tsc, ...options, ...more, ...files], { cwd: folder });
});

it.skipIf(!runtimes['Go'])('the samples in Go are formatted as gofmt does', async () => {
  const { stdout } = await run('gofmt', ['-l', folder]);
  expect(stdout).toBe('');
});

/** A stream as another deployment may frame it (decision 0029): a BOM, comments, CR and CRLF, and data over several lines. */
const framed = [
  '\uFEFF: hello\r\n\r\n',
  'event: x\rid: 7\rdata: {"type":"text","content":"Grüße "}\r\r',
  'data:{"type":"text",\r\ndata: "content":"👋 "}\r\n\r\nretry: 3\r\n',
  'data: {"type":"later","content":1}\n\n: comment\n',
  `data: {"type":"text","content":"${'long '.repeat(30_000)}"}\n\n`,
].join('');
const end = 'data: {"type":"end","conversation_id":"cnv_7"}\n\n';

describe('the samples that read a stream', { tags: ['nightly'] }, () => {
  let other: Server;
  let text = '';
  let resets = false;
  beforeAll(async () => {
    other = createServer((request, response) => {
      const respond = async (): Promise<void> => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const bytes = Buffer.from(text);
        // The first bytes one by one: within a character, and between CR and LF.
        const chunks = [...bytes.subarray(0, 300)].map((byte) => Buffer.of(byte));
        for (const chunk of [...chunks, bytes.subarray(300)])
          await new Promise((done) => response.write(chunk, done));
        if (resets) response.socket?.resetAndDestroy();
        else response.end();
      };
      // A response that ends before its request is read resets the connection.
      request.resume().once('end', () => void respond());
    });
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void other.close());

  const environment = (): Readonly<Record<string, string>> => ({
    BASE_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}`,
    API_KEY: 'svc_x',
    AGENT_ID: 'agt_x',
  });
  const languages = ['TypeScript', 'Python', 'Go'].filter((language) => runtimes[language]);

  it.each(languages)('in %s read every framing that the HTML standard permits', async (language) => {
    text = framed + end;
    const output = await runSample(`streamAgentChat ${language}`, environment());
    expect(output).toMatch(/^Grüße 👋 (?:long ){30000}\ncnv_7\n$/);
  });

  it.each(languages)('in %s fail for a stream without an end', async (language) => {
    text = framed;
    await expect(runSample(`streamAgentChat ${language}`, environment())).rejects.toThrow('stopped early');
  });

  it.skipIf(!runtimes['Python'])(
    'in Python fail in the same way for a connection that is reset',
    async () => {
      text = framed;
      resets = true;
      await expect(runSample('streamAgentChat Python', environment())).rejects.toThrow('stopped early');
      resets = false;
    },
  );
});
