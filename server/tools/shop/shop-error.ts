import { ServiceError } from '../../errors.ts';

/** `slow`: no complete response in time. `away`: no response. `rejected`: an error response. `broken`: an invalid one. */
export type ShopFailure = 'slow' | 'away' | 'rejected' | 'broken';

/**
 * A shop cannot be read. The message is a sentence for shoppers and owners, with nothing that the shop has written. `reason`
 * continues "The shop shop.example"; `url` is added by the LiveShop whose call has failed.
 */
export class LiveShopError extends ServiceError {
  readonly failure: ShopFailure;
  readonly url: string | undefined;

  constructor(failure: ShopFailure, reason: string, url?: string) {
    const sentence = url && `The shop ${new URL(url).host} ${reason}. Its products are at ${url}`;
    super('unavailable', sentence ?? reason);
    this.failure = failure;
    this.url = url;
  }
}
