import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority, issueCertificate } from '../server/http/tls/certificate-authority.ts';
import { close, listen } from '../server/testing/local-server.ts';
import { caseOf } from './fuzz/cases.ts';
import { passed, runFuzz, type FuzzReport } from './fuzz/run-fuzz.ts';
import { startTarget, type FuzzTarget } from './fuzz/target.ts';

const options = { seed: 1, requests: 40, concurrency: 16, quietMs: 50, deadlineMs: 1_000 };

describe('npm run fuzz', () => {
  let target: FuzzTarget;
  beforeAll(async () => {
    target = await startTarget();
  });
  afterAll(() => target.stop());

  it('finds no failure of the service in a short run, and the service logs no error', async () => {
    const report = await runFuzz(target, {
      ...options,
      requests: 500,
      concurrency: 32,
      quietMs: 250,
      deadlineMs: 20_000,
    });
    expect(report.failures.map(({ index, problem }) => `${index}: ${problem}`)).toEqual([]);
    expect(target.errors()).toEqual([]);
    expect(report.requests).toBe(500);
    // Valid requests are among them, and errors beyond those of the HTTP parser.
    expect([...report.statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 405]));
  });
});

describe('the fuzzer', { tags: ['nightly'] }, () => {
  let certificate: { cert: string; key: string };
  beforeAll(async () => {
    const authority = await createAuthority(Date.now());
    certificate = await issueCertificate(authority, ['localhost'], Date.now());
  });

  /** Fuzzes a server that responds with `onRequest`. */
  async function fuzz(onRequest: RequestListener): Promise<FuzzReport> {
    const server = createServer({ ...certificate, requireHostHeader: false }, onRequest);
    const address = { host: '127.0.0.1', port: await listen(server) };
    const credentials = { apiKey: 'a', agentId: 'b', chatbotId: 'c', origin: 'd', visitorToken: 'e' };
    const target = { address, credentials, memory: () => 1, errors: () => [], stop: () => close(server) };
    try {
      return await runFuzz(target, options);
    } finally {
      await target.stop();
    }
  }

  const broken: [name: string, problem: RegExp, onRequest: RequestListener][] = [
    ['a status of 500', /^status 500: /, (_request, response) => response.writeHead(500).end('{}')],
    [
      'HTML in an error',
      /^HTML in a response with status 404/,
      (_request, response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<p>no</p>'),
    ],
    [
      'an error without the error body',
      /^status 404 without the error body/,
      (_request, response) =>
        response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":"no"}'),
    ],
    ['a request without a response', /^no response, closed by the client/, () => undefined],
    [
      'a truncated response',
      /^an incomplete response/,
      (request, response) => {
        response.writeHead(200, { 'Content-Length': '10' });
        response.write('five.', () => request.socket.destroySoon());
      },
    ],
    [
      'a response that no request asked for',
      /^the status line is/,
      (request, response) => {
        request.socket.write('more\r\n\r\n');
        response.end('{}');
      },
    ],
  ];

  it.each(broken)('detects %s', async (_name, problem, onRequest) => {
    const report = await fuzz(onRequest);
    expect(passed(report)).toBe(false);
    expect(report.failures.map((failure) => failure.problem)).toContainEqual(expect.stringMatching(problem));
  });

  it('detects memory that grows by more than 20 %', () => {
    const report = { requests: 5_000, seconds: 1, statuses: new Map(), failures: [] };
    expect(passed({ ...report, memory: { warm: 100, end: 120 } })).toBe(true);
    expect(passed({ ...report, memory: { warm: 100, end: 121 } })).toBe(false);
  });

  it('sends the same request again for the same seed and index', () => {
    const credentials = { apiKey: 'a', agentId: 'b', chatbotId: 'c', origin: 'd', visitorToken: 'e' };
    const bytesOf = (seed: number, index: number) =>
      Buffer.concat(caseOf(seed, index, credentials).writes).toString('base64');
    const run = (seed: number) => Array.from({ length: 20 }, (_, index) => bytesOf(seed, index)).join('\n');
    expect(run(7) === run(7)).toBe(true);
    expect(run(7) === run(8)).toBe(false);
  });
});
