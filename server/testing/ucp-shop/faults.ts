import { type ChangePayload, payloadFaults } from './payload-faults.ts';
import { type ChangeProfile, profileFaults } from './profile-faults.ts';
import { businessErrors, protocolErrorNames } from './protocol-errors.ts';
import { isObject, type JsonObject } from './protocol.ts';
import { type Takeover, transportFaults } from './transport-faults.ts';

/** Changes the JSON-RPC response of a tool call. */
type ChangeRpc = (message: JsonObject) => unknown;

const rpcFaults = {
  'text-only': [
    'has its response in the text content only',
    ({ result, ...rest }) => ({
      ...rest,
      result: isObject(result) ? { content: result['content'] } : result,
    }),
  ],
  'wrong-rpc-id': ['responds to another request', (message) => ({ ...message, id: 'another' })],
  'tool-error': [
    'responds with a failed tool call of MCP',
    ({ jsonrpc, id }) => ({
      jsonrpc,
      id,
      result: { isError: true, content: [{ type: 'text', text: 'The catalogue is broken.' }] },
    }),
  ],
  'not-rpc': ['responds with JSON that is not JSON-RPC', () => ({ products: [] })],
} as const satisfies Record<string, readonly [about: string, change: ChangeRpc]>;

const all = { ...transportFaults, ...profileFaults, ...payloadFaults, ...rpcFaults };

export type FaultName = keyof typeof all | 'slow' | `error:${string}`;

/** Which requests of the shop a transport fault spoils. */
export type FaultTarget = 'profile' | 'catalog' | 'all';

/** All faults with what the shop does; `error:` names an error of the protocol. */
export const faultTable: ReadonlyMap<FaultName, string> = new Map<FaultName, string>([
  ['slow', 'responds late: after --delay-ms, by default 10 s'],
  ...Object.entries(all).map(([name, [about]]): [FaultName, string] => [name as FaultName, about]),
  ...protocolErrorNames.map((name): [FaultName, string] => [
    `error:${name}`,
    'responds with this transport error',
  ]),
  ...Object.keys(businessErrors).map((name): [FaultName, string] => [
    `error:${name}`,
    'responds with this business outcome',
  ]),
]);

export function isFaultName(name: string): name is FaultName {
  return faultTable.has(name as FaultName);
}

type Row<Change> = readonly [about: string, change: Change] | undefined;

export const takeoverOf = (name: string): Takeover | undefined =>
  (own(transportFaults, name) as Row<Takeover>)?.[1];
export const profileChangeOf = (name: string): ChangeProfile | undefined =>
  (own(profileFaults, name) as Row<ChangeProfile>)?.[1];
export const payloadChangeOf = (name: string): ChangePayload | undefined =>
  (own(payloadFaults, name) as Row<ChangePayload>)?.[1];
export const rpcChangeOf = (name: string): ChangeRpc | undefined =>
  (own(rpcFaults, name) as Row<ChangeRpc>)?.[1];

function own(table: object, name: string): unknown {
  return Object.hasOwn(table, name) ? Reflect.get(table, name) : undefined;
}
