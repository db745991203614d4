import { describe, expect, it } from 'vitest';
import { createRunningCalls, type CallOwner } from './running-calls.ts';

const owner: CallOwner = { storeId: 'str_1', session: 'one' };

/** Starts a call that lasts until its signal aborts or `end` is called. */
function start(calls: ReturnType<typeof createRunningCalls>, id: string | number) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const done = calls.run(owner, id, (signal) => {
    signal.addEventListener('abort', () => resolve('cancelled'));
    return promise;
  });
  return { done, end: () => resolve('ended') };
}

describe('running calls', () => {
  it('R-4.6-07 are cancelled by their session and id', async () => {
    const calls = createRunningCalls();
    const call = start(calls, 7);
    calls.cancel({ ...owner }, 7);
    expect(await call.done).toBe('cancelled');
  });

  it.each<[string, CallOwner, string | number]>([
    ['another store', { ...owner, storeId: 'str_2' }, 7],
    ['another session', { ...owner, session: 'two' }, 7],
    ['another id', owner, 8],
    ['an id of another type', owner, '7'],
    ['names that are equal only when joined', { storeId: 'str_1 one', session: '' }, 7],
  ])('R-4.6-08 are not cancelled by %s', async (_name, other, id) => {
    const calls = createRunningCalls();
    const call = start(calls, 7);
    calls.cancel(other, id);
    call.end();
    expect(await call.done).toBe('ended');
  });

  it('are removed when they end, and a reused id is the new call', async () => {
    const calls = createRunningCalls();
    const [first, second] = [start(calls, 7), start(calls, 7)];
    first.end();
    await first.done;
    calls.cancel(owner, 7);
    expect(await second.done).toBe('cancelled');
    expect(() => calls.cancel(owner, 7)).not.toThrow();
  });
});
