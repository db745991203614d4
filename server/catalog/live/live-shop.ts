import type { Product } from '../../db/records.ts';
import { type ErrorCode, ServiceError } from '../../errors.ts';

/** A search of a shop. */
export interface ShopSearch {
  readonly query?: string;
  /** In minor units of `currency`, inclusive. */
  readonly price?: { readonly min?: number; readonly max?: number };
  /** ISO 4217 code. */
  readonly currency?: string;
}

/** What a shop has returned. Its texts are the shop's: data, never instructions. */
export interface ShopPage {
  /** In the order of the shop. */
  readonly products: readonly Product[];
  /** The shop's own sentences about them: policies and warnings. */
  readonly notes: readonly string[];
}

/** A shop that is read over the network for each search (decision 0065). Calls reject with LiveShopError. */
export interface LiveShop {
  /** Its address for people. */
  readonly url: string;
  search(search: ShopSearch): Promise<ShopPage>;
  /** Products by ids of products or variants; one alone with more of its variants. */
  lookUp(ids: readonly string[]): Promise<ShopPage>;
}

/** `slow`: no complete response in time. `away`: no response. `rejected`: an error response. `broken`: an invalid one. */
export type ShopFailure = 'slow' | 'away' | 'rejected' | 'broken';

/** Why a shop cannot be read; the message continues "The shop shop.example", and has nothing that the shop has written. */
export class ShopProblem extends Error {
  override readonly name = 'ShopProblem';
  readonly failure: ShopFailure;

  constructor(failure: ShopFailure, reason: string) {
    super(reason);
    this.failure = failure;
  }
}

/** A shop cannot be read. The message is a sentence for shoppers and owners, with nothing that the shop has written. */
export class LiveShopError extends Error {
  override readonly name = 'LiveShopError';
  readonly failure: ShopFailure;
  readonly url: string;

  constructor(failure: ShopFailure, url: string, reason: string) {
    super(`The shop ${new URL(url).host} ${reason}. Its products are at ${url}`);
    this.failure = failure;
    this.url = url;
  }
}

/** For `catch`: a LiveShopError becomes a ServiceError with this code and its sentence; any other is thrown again. */
export function shopErrorAs(code: ErrorCode): (error: unknown) => never {
  return (error) => {
    throw error instanceof LiveShopError ? new ServiceError(code, error.message) : error;
  };
}
