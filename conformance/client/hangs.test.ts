import { expect, it } from 'vitest';
import { createHangs } from './hangs.ts';

it('an operation is no longer asked after five hangs, and others still are', () => {
  const hangs = createHangs(30_000);
  for (let count = 0; count < 5; count += 1) {
    hangs.requireResponsive('GET /api/agents');
    hangs.hung('GET /api/agents', 10);
  }
  expect(() => hangs.requireResponsive('GET /api/agents')).toThrow('GET /api/agents is no longer asked');
  expect(() => hangs.requireResponsive('POST /api/agents')).not.toThrow();
});

it('all hangs of a run cost about 90 s, after which the timeout is four times the slowest response', () => {
  const hangs = createHangs(30_000);
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

it('an operation is no longer asked when its responses arrived byte by byte for as long as one may be silent', () => {
  const hangs = createHangs(30_000);
  hangs.dripped('GET /api/agents', 29_999);
  expect(() => hangs.requireResponsive('GET /api/agents')).not.toThrow();
  hangs.dripped('GET /api/agents', 1);
  expect(() => hangs.requireResponsive('GET /api/agents')).toThrow('arrived byte by byte, for 30 s in all');
  expect(() => hangs.requireResponsive('POST /api/agents')).not.toThrow();
});
