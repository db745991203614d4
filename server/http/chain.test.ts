import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type RequestHandler } from 'express';
import { describe, expect, it } from 'vitest';
import { chain } from './chain.ts';

/** What an application with this chain hands on: `nothing` when the chain calls its own `next`, else the error. */
function outcomeOf(...steps: readonly RequestHandler[]): Promise<unknown> {
  const app = express().use(chain(...steps));
  const request = new IncomingMessage(new Socket());
  request.url = '/';
  return new Promise((resolve) => {
    app(
      Object.assign(request, { method: 'GET' }) as express.Request,
      new ServerResponse(request) as express.Response,
      (error?: unknown) => resolve(error ?? 'nothing'),
    );
  });
}

describe('a chain of middleware', () => {
  it('runs its steps in order, also those that take their time, and then hands on', async () => {
    const ran: number[] = [];
    const outcome = await outcomeOf(
      (_request, _response, next) => {
        ran.push(1);
        next();
      },
      async (_request, _response, next) => {
        await Promise.resolve();
        ran.push(2);
        next();
      },
      (_request, _response, next) => {
        ran.push(3);
        next();
      },
    );
    expect([outcome, ran]).toEqual(['nothing', [1, 2, 3]]);
  });

  it.each<[string, (failure: Error) => RequestHandler]>([
    [
      'throws',
      (failure) => () => {
        throw failure;
      },
    ],
    ['rejects', (failure) => () => Promise.reject(failure)],
    ['hands a failure on', (failure) => (_request, _response, next) => next(failure)],
    [
      'throws after it was called by a step before it',
      (failure) =>
        chain(
          (_request, _response, next) => next(),
          () => {
            throw failure;
          },
        ),
    ],
  ])('ends with a step that %s, and tells only once', async (_name, step) => {
    const failure = new Error('refused');
    let isReached = false;
    const outcome = await outcomeOf(step(failure), () => {
      isReached = true;
    });
    expect([outcome, isReached]).toEqual([failure, false]);
  });

  it.each<[string, RequestHandler]>([
    [
      'rejects',
      async () => {
        throw undefined;
      },
    ],
    [
      'throws',
      () => {
        throw undefined;
      },
    ],
  ])('does not go on after a step that %s without a reason', async (_name, step) => {
    expect(await outcomeOf(step)).toBeInstanceOf(Error);
  });
});
