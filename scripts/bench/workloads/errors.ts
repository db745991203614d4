import { newKey } from '../../../server/auth/api-key.ts';
import { compare, type Contender } from '../compare.ts';
import { comparisonTable } from '../comparison-table.ts';
import { bearer, createAgents } from '../fill-service.ts';
import type { LoadPlan } from '../load.ts';
import { agentBody } from '../peers/fixed-agents.ts';
import { type MeasuredService, startService } from '../start-service.ts';
import type { Workload } from '../workload.ts';

const agents = 20;
const create = JSON.stringify(agentBody(1));
const tooLarge = 262_145;
/** As large as a body may be. */
const large = `{${create.slice(1).padStart(tooLarge - 2)}`;

/** Every refusal against the success of the same service: a flood of them must not cost more. */
export const errorsWorkload: Workload = {
  title: 'Refusals against a list of 20 agents, 16 connections',
  async run(options) {
    const service = await startService();
    try {
      await createAgents(service, agents);
      const contenders = floodsOf(service).map(({ expected, name, ...request }): Contender => {
        const { path, ...sent } = request;
        const plan: LoadPlan = {
          headers: bearer(service),
          method: 'GET',
          ...sent,
          url: service.url + path,
          connections: 16,
          caFile: service.caFile,
        };
        return { server: service, name, plan, expected };
      });
      return comparisonTable(await compare(contenders, options), 'list of 20', [
        '413 decrypts and drops a body of 256 kB: a client that is still sending would not see an answer before a',
        'reset, and a new connection costs more. The last row is what the largest body that is taken costs.',
      ]);
    } finally {
      await service.stop();
    }
  },
};

type Flood = Partial<Pick<LoadPlan, 'method' | 'headers' | 'body'>> & {
  readonly name: string;
  readonly path: string;
  readonly expected: readonly number[];
};

function floodsOf(service: MeasuredService): readonly Flood[] {
  const path = '/api/agents';
  const json = { ...bearer(service), 'Content-Type': 'application/json' };
  const post = { path, method: 'POST', headers: json } as const;
  return [
    { name: 'list of 20', path, expected: [200] },
    { name: '401 wrong checksum', path, headers: keyHeader(`svc_${'0'.repeat(32)}`), expected: [401] },
    { name: '401 unknown key', path, headers: keyHeader(newKey()), expected: [401] },
    { name: '400 unknown parameter', path: `${path}?page=2`, expected: [400] },
    { name: '400 missing field', ...post, body: '{"name":"x"}', expected: [400] },
    {
      name: '403 agent limit',
      ...post,
      headers: { ...json, ...keyHeader(fullKey(service)) },
      body: create,
      expected: [201, 403],
    },
    { name: '404 path', path: '/api/nothing', expected: [404] },
    { name: '405', path: '/api/widget/config', method: 'POST', body: '', expected: [405] },
    {
      name: '415',
      ...post,
      headers: { ...json, 'Content-Type': 'text/plain' },
      body: create,
      expected: [415],
    },
    { name: '429', path, headers: keyHeader(limitedKey(service)), expected: [200, 429] },
    { name: '413', ...post, body: ' '.repeat(tooLarge), expected: [413] },
    {
      name: '201 of 256 kB',
      ...post,
      headers: { ...json, ...keyHeader(otherKey(service)) },
      body: large,
      expected: [201],
    },
  ];
}

function keyHeader(key: string): { Authorization: string } {
  return { Authorization: `Bearer ${key}` };
}

/** The key of a store that may ask once a minute. */
function limitedKey(service: MeasuredService): string {
  return keyOfNewStore(service, '--requests-per-minute', '1');
}

/** The key of a store that is full after its first agent. */
function fullKey(service: MeasuredService): string {
  return keyOfNewStore(service, '--agents', '1');
}

/** The key of a store without limits, so that what it creates does not make the list longer. */
function otherKey(service: MeasuredService): string {
  return keyOfNewStore(service);
}

function keyOfNewStore(service: MeasuredService, ...limits: readonly string[]): string {
  const store = service.operate(
    ...['stores', 'create', '--name', 'Other', '--plan', 'enterprise', ...limits],
  ) as { api_key: { key: string } };
  return store.api_key.key;
}
