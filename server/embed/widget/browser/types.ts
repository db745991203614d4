import type { components } from '../../../../generated/api.d.ts';

/** Source 2.3. */
export type WidgetConfig = components['schemas']['WidgetConfig'];
export type Theme = components['schemas']['WidgetTheme'];

/** The events of source 6, as the service redacts them for visitors. */
export type ChatEvent =
  | { readonly type: 'text'; readonly content: string }
  | { readonly type: 'tool_use'; readonly tool: string }
  | { readonly type: 'tool_result'; readonly tool: string; readonly output: ToolOutput }
  | { readonly type: 'end'; readonly conversation_id: string }
  | { readonly type: 'error'; readonly error?: string; readonly status?: number };

export interface ToolOutput {
  readonly products?: readonly ProductCard[];
  readonly product?: ProductCard;
}

/** In minor units. */
export interface Price {
  readonly amount: number;
  readonly currency: string;
}

/** A size, a colour, or both. */
export interface CardVariant {
  readonly id: string;
  readonly title: string;
  /** By the names of the shop: `{ Size: 'M' }`. */
  readonly options: Readonly<Record<string, string>>;
  readonly price: Price;
  readonly compare_at_price?: Price;
  readonly available: boolean;
}

export interface ProductCard {
  readonly id: string;
  readonly title: string;
  /** The lowest of its variants. */
  readonly price?: Price;
  /** Where variants differ in price. */
  readonly max_price?: Price;
  /** The price before a reduction. */
  readonly compare_at_price?: Price;
  readonly available?: boolean;
  readonly image_url?: string;
  readonly url?: string;
  /** Absent in conversations that an earlier version has stored. */
  readonly variants?: readonly CardVariant[];
  /** The one that the agent has chosen. */
  readonly variant_id?: string;
  /** How many the agent proposes for the cart. */
  readonly quantity?: number;
  /** Why the agent shows it. */
  readonly why?: string;
  /** What the shop wants every shopper to see with it. */
  readonly notices?: readonly { readonly text: string; readonly url?: string; readonly image_url?: string }[];
}

/** What the page's scripts say about it: any values, of which those of `PageContext` are sent. */
export type GivenPage = Record<string, unknown>;

/** What a shopper thinks of a reply. */
export type Thumb = 'up' | 'down';

/** A message in the transcript and in storage. */
export interface Entry {
  readonly role: 'user' | 'bot';
  readonly text: string;
  readonly products?: readonly ProductCard[];
  /** Of a complete reply. */
  readonly thumb?: Thumb | 'none';
  /** Whether a message for a person may be left after it. */
  readonly isUnhelped?: boolean;
}

/** A question whose reply is not complete; repeated with its key, it is not asked twice (decision 0030). */
export interface Pending {
  readonly key: string;
  readonly body: components['schemas']['ChatRequest'];
  /** Where it was asked: the header `X-Page-Context`. */
  readonly page?: string;
}
