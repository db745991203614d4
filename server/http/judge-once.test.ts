import { readFileSync } from 'node:fs';
import type { Request, RequestHandler, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { createLifecycle } from '../deps.ts';
import { systemClock } from '../support/clock.ts';
import { createLog } from '../support/log.ts';
import { judgeOnce } from './judge-once.ts';
import { contextOf, requestContext } from './request-context.ts';

interface Operation {
  readonly requestBody?: object;
  readonly parameters?: readonly { readonly in: string }[];
}
const contract = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
) as { readonly paths: Record<string, Record<string, Operation>> };

const lifecycle = createLifecycle(() => Promise.resolve());
const log = createLog('silent', { write: () => undefined });
const response = { on: () => undefined } as unknown as Response;

/** Sends a read of `originalUrl` through `middleware`; answers the query that is known of it afterwards, or the error. */
function pass(middleware: RequestHandler, originalUrl: string): unknown {
  const request = { originalUrl, socket: {} } as Request;
  let outcome: unknown;
  void requestContext({ log, clock: systemClock, lifecycle })(request, response, () => undefined);
  const context = contextOf(request);
  context.operationId = 'listAgents';
  void middleware(request, response, (error?: unknown) => {
    outcome = error ?? context.query;
  });
  return outcome;
}

describe('reads that are judged once', () => {
  it('have nothing but path and query to be judged, in the whole contract', () => {
    const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
    const reads = operations.filter((operation) => operation.requestBody === undefined);
    const parameters = reads.flatMap((operation) => operation.parameters ?? []);
    expect(reads.length).toBeGreaterThan(0);
    expect(parameters.filter((parameter) => parameter.in !== 'query' && parameter.in !== 'path')).toEqual([]);
  });

  it('are not judged again, and keep the query that was found', () => {
    let judged = 0;
    const middleware = judgeOnce((request, _response, next) => {
      judged += 1;
      contextOf(request).query = { found: String(judged) };
      next();
    });
    expect([pass(middleware, '/a'), pass(middleware, '/a'), pass(middleware, '/a?b')]).toEqual([
      { found: '1' },
      { found: '1' },
      { found: '2' },
    ]);
  });

  it('are judged again when they were refused, or are too long to be kept', () => {
    let judged = 0;
    const refusing = judgeOnce((_request, _response, next) => next(`refused ${++judged}`));
    expect([pass(refusing, '/a'), pass(refusing, '/a')]).toEqual(['refused 1', 'refused 2']);
    const taking = judgeOnce((_request, _response, next) => {
      judged += 1;
      next();
    });
    const long = `/a?${'x'.repeat(400)}`;
    pass(taking, long);
    pass(taking, long);
    expect(judged).toBe(4);
  });
});
