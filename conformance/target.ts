import type { StoreName } from './client/exchange.ts';

/** What is known of one store of the deployment under test. */
export interface StoreAccess {
  readonly key: string;
  readonly agentId?: string;
  readonly chatbotId?: string;
  /** The limit that is to hold, in requests a minute. */
  readonly requestsPerMinute?: number;
  /** How many agents the store may hold, existing ones included. */
  readonly agentLimit?: number;
}

/** A deployment under test. Keys are in here: never print a target. */
export interface Target {
  /** The origin, without a slash at its end. */
  readonly baseUrl: string;
  /** Undefined where MCP is not offered. */
  readonly mcpUrl: string | undefined;
  /** The plain HTTP origin that is to refuse. */
  readonly httpUrl: string;
  readonly stores: { readonly main: StoreAccess } & { readonly [name in StoreName]?: StoreAccess };
  /** Silence after which an answer counts as hanging, in milliseconds. */
  readonly idleTimeoutMs: number;
  readonly readOnly: boolean;
  /** PEM text of private certificate authorities. */
  readonly ca?: string;
  readonly insecure: boolean;
}
