import { describe, expect, it } from 'vitest';
import { createMeter } from './meter.ts';

const nothing = { requests: 0, messages: 0, agents: 0 };

describe('createMeter', () => {
  it('lets a check spend its allowance, and then what is free, but never the allowance of another', async () => {
    const run = createMeter({ requests: 6, messages: 0, agents: 0 });
    const [one, other] = [run.child({ ...nothing, requests: 2 }), run.child({ ...nothing, requests: 3 })];
    for (let count = 0; count < 3; count += 1) await one.spend();
    await expect(one.spend()).rejects.toThrow("the run's maximum of 6 requests is spent");
    expect(other.left().requests).toBe(3);
    other.close();
    for (let count = 0; count < 3; count += 1) await one.spend();
    await expect(one.spend()).rejects.toThrow('6 requests');
    expect([one.spent().requests, other.spent().requests, run.spent().requests]).toEqual([6, 0, 6]);
  });

  it('counts what a request may make until the target has rejected it', async () => {
    const meter = createMeter({ requests: 9, messages: 0, agents: 1 });
    const settle = await meter.spend('agents');
    expect(meter.spent().agents).toBe(1);
    const next = meter.spend('agents');
    settle(false);
    (await next)(true);
    expect(meter.spent()).toEqual({ requests: 2, messages: 0, agents: 1 });
    await expect(meter.spend('agents')).rejects.toThrow('maximum of 1 agents');
    await expect(meter.spend('messages')).rejects.toThrow('maximum of 0 messages');
  });
});
