import { expect, it } from 'vitest';
import { createHangs } from './hangs.ts';

it('an operation is no longer asked after five hangs, and others still are', () => {
  const hangs = createHangs();
  for (let count = 0; count < 5; count += 1) {
    hangs.requireResponsive('GET /api/agents');
    hangs.hung('GET /api/agents', 10);
  }
  expect(() => hangs.requireResponsive('GET /api/agents')).toThrow('GET /api/agents is no longer asked');
  expect(() => hangs.requireResponsive('POST /api/agents')).not.toThrow();
});

it('all hangs of a run cost about 90 s, after which the timeout is four times the slowest response', () => {
  const hangs = createHangs();
  hangs.completed(1500);
  let waitedMs = 0;
  for (let count = 0; count < 20; count += 1) {
    const timeoutMs = hangs.timeoutMs(30_000);
    waitedMs += timeoutMs;
    hangs.hung(`GET /${count}`, timeoutMs);
  }
  expect(hangs.timeoutMs(30_000)).toBe(6000);
  expect(waitedMs).toBe(3 * 30_000 + 17 * 6000);
});
