import { getProduct, productNotFound } from './get-product.ts';
import { lookUpProducts } from './look-up-products.ts';
import { envelopeOf, type Negotiated } from './negotiate.ts';
import { marketOf, type Presentation } from './present-product.ts';
import {
  type BuyerContext,
  invalidParams,
  isObject,
  type JsonObject,
  type LookupRequest,
  type Operation,
  type ProductRequest,
  revision,
  type SearchRequest,
} from './protocol.ts';
import { searchProducts } from './search-products.ts';
import { createShapeCheck, requestShapes } from './shapes.ts';

const checks: Readonly<Record<Operation, (value: unknown) => string[]>> = {
  search_catalog: createShapeCheck(requestShapes.search_catalog),
  lookup_catalog: createShapeCheck(requestShapes.lookup_catalog),
  get_product: createShapeCheck(requestShapes.get_product),
};

export interface Origins {
  readonly origin: string;
  readonly mediaOrigin: string;
}

/**
 * Runs an operation and returns its UCP response, whatever the transport. Throws `TransportError` for a payload that
 * the protocol's schema or a limit of the shop rejects.
 */
export function runOperation(
  operation: Operation,
  payload: unknown,
  negotiated: Negotiated,
  origins: Origins,
): JsonObject {
  const ucp = envelopeOf(operation, negotiated);
  if (ucp['status'] === 'error')
    return failure(ucp, origins, {
      type: 'error',
      code: 'capabilities_incompatible',
      content: 'No compatible capabilities in the intersection',
      severity: 'unrecoverable',
    });
  const [violation] = checks[operation](payload);
  if (violation !== undefined || !isObject(payload))
    throw invalidParams('invalid_request', `The request is invalid: ${violation}`);
  const to: Presentation = {
    ...origins,
    market: marketOf(payload['context'] as BuyerContext | undefined),
    isCurrent: negotiated.version >= revision,
  };
  if (operation === 'search_catalog') return { ucp, ...searchProducts(payload as SearchRequest, to) };
  // The check above has validated the payload.
  if (operation === 'lookup_catalog')
    return { ucp, ...lookUpProducts(payload as unknown as LookupRequest, to) };
  const request = payload as unknown as ProductRequest;
  const product = getProduct(request, to);
  if (product !== undefined) return { ucp, ...product };
  return failure({ ...ucp, status: 'error' }, origins, productNotFound(request.id));
}

function failure(ucp: JsonObject, { origin }: Origins, message: JsonObject): JsonObject {
  return { ucp, messages: [message], continue_url: `${origin}/` };
}
