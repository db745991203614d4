/**
 * What this shop knows of the Universal Commerce Protocol: names, revisions, errors. Written from the protocol's
 * documents only: it shares no code with the service that is tried against it, so both can be wrong separately.
 */
export const revision = '2026-08-25';

/** The revision before, for shops that are behind. Its catalogue has no policies, actions or units of sale. */
export const olderRevision = '2026-04-08';

export const service = 'dev.ucp.shopping';
export const searchCapability = 'dev.ucp.shopping.catalog.search';
export const lookupCapability = 'dev.ucp.shopping.catalog.lookup';

export type Operation = 'search_catalog' | 'lookup_catalog' | 'get_product';

/** The capability that has to be negotiated for an operation. */
export const capabilityOf: Readonly<Record<Operation, string>> = {
  search_catalog: searchCapability,
  lookup_catalog: lookupCapability,
  get_product: lookupCapability,
};

export function isOperation(name: unknown): name is Operation {
  return typeof name === 'string' && Object.hasOwn(capabilityOf, name);
}

export type JsonObject = { [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where requests come from: hints that a platform gives about its buyer. */
export interface BuyerContext {
  readonly address_country?: string;
  readonly currency?: string;
  readonly language?: string;
  readonly eligibility?: readonly string[];
}

export interface Filters {
  readonly categories?: readonly string[];
  readonly price?: { readonly min?: number; readonly max?: number };
}

export interface OptionChoice {
  readonly name: string;
  readonly label: string;
}

export interface SearchRequest {
  readonly query?: string;
  readonly filters?: Filters;
  readonly context?: BuyerContext;
  readonly pagination?: { readonly cursor?: string; readonly limit?: number };
}

export interface LookupRequest {
  readonly ids: readonly string[];
  readonly filters?: Filters;
  readonly context?: BuyerContext;
}

export interface ProductRequest {
  readonly id: string;
  readonly selected?: readonly OptionChoice[];
  readonly preferences?: readonly string[];
  readonly filters?: Filters;
  readonly context?: BuyerContext;
}

/** A failure of the transport layer: an HTTP status for both bindings and a JSON-RPC code for MCP. */
export class TransportError extends Error {
  readonly status: number;
  readonly rpcCode: number;
  readonly data: JsonObject | undefined;

  constructor(status: number, rpcCode: number, message: string, data?: JsonObject) {
    super(message);
    this.status = status;
    this.rpcCode = rpcCode;
    this.data = data;
  }
}

/** A request that the protocol's schema or a limit of the shop rejects. */
export function invalidParams(code: string, content: string): TransportError {
  return new TransportError(400, -32602, content, { code, content });
}

/** A profile that cannot be read, or a version that is not spoken. */
export function discoveryError(status: number, code: string, content: string, home: string): TransportError {
  const message = code === 'version_unsupported' ? 'Protocol version not supported' : 'UCP discovery failed';
  return new TransportError(status, -32001, message, { code, content, continue_url: home });
}
