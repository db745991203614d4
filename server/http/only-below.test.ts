import type { NextFunction, Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { createLifecycle } from '../deps.ts';
import { systemClock } from '../support/clock.ts';
import { createLog } from '../support/log.ts';
import { onlyBelow } from './only-below.ts';
import { requestContext } from './request-context.ts';

/** Whether a handler for `/api` is reached with this address. */
function isReached(originalUrl: string): boolean {
  let reached = false;
  const request = { originalUrl, socket: {} } as Request;
  const response = { on: () => undefined } as unknown as Response;
  const log = createLog('silent', { write: () => undefined });
  const next = (() => undefined) as NextFunction;
  void requestContext({ log, clock: systemClock, lifecycle: createLifecycle(() => Promise.resolve()) })(
    request,
    response,
    next,
  );
  void onlyBelow(['/api'], () => void (reached = true))(request, response, next);
  return reached;
}

describe('a handler for a path and what is below it', () => {
  it.each(['/api', '/api/', '/api?x=1', '/api/agents', '/api/agents?x=/y'])('is reached by %s', (url) => {
    expect(isReached(url)).toBe(true);
  });

  it.each(['/', '/apix', '/API', '//api', '/x/api', '/api%2fagents', '/?/api'])(
    'is not reached by %s',
    (url) => {
      expect(isReached(url)).toBe(false);
    },
  );
});
