/** The parts of the widget configuration (source 2.3) that the widget reads. */
export interface WidgetConfig {
  readonly chatbot_id: string;
  readonly agent_id: string;
  readonly name: string;
  readonly config: {
    readonly welcome_message: string;
    readonly suggested_prompts: readonly string[];
    readonly theme: Theme;
    readonly bubble_style: 'rounded' | 'square' | 'pill';
    readonly position: 'bottom-right' | 'bottom-left';
    readonly title: string;
    readonly subtitle?: string;
    /** A picture of the shop or of the assistant. */
    readonly avatar_url?: string;
    /** Whether a line says that AI can make mistakes; absent: yes. */
    readonly ai_notice?: boolean;
    /** Whether the panel is dark where the device is; absent: yes. */
    readonly dark_mode?: boolean;
  };
}

export interface Theme {
  readonly primary_color: string;
  readonly background_color: string;
  readonly text_color: string;
  readonly user_message_color: string;
  readonly bot_message_color: string;
}

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
}

export interface ChatBody {
  readonly agent_id: string;
  readonly message: string;
  readonly conversation_id?: string;
}

/** A question whose reply is not complete; repeated with its key, it is not asked twice (decision 0030). */
export interface Pending {
  readonly key: string;
  readonly body: ChatBody;
  /** Where it was asked: the header `X-Page-Context`. */
  readonly page?: string;
}
