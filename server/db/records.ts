import type { components as Contract } from '../../generated/api.d.ts';
import type { components } from '../../generated/dashboard.d.ts';
import type { PlanName } from '../../generated/plans.ts';

/** What the tables hold, as the rest of the server sees it. Times are ISO 8601 in UTC with milliseconds. */

export interface StoreRecord {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  /** Overrides the plan's requests per minute; null uses the plan's. */
  readonly requests_per_minute: number | null;
  /** Overrides the plan's agent limit; null uses the plan's. */
  readonly agent_limit: number | null;
  /** What its replies may cost in a month of UTC, in millionths of a US dollar; null: no cap. */
  readonly monthly_cap_micros: number | null;
  /** Whom the assistant names for what it cannot do: an address, a telephone number; null where the shop has set none. */
  readonly contact: string | null;
  readonly created_at: string;
}

export interface ApiKeyRecord extends Readonly<components['schemas']['ApiKey']> {
  readonly store_id: string;
  /** Keyed hash of the key, with the master key's id; the only way to look a key up (`Keyring.hashKey`). */
  readonly hash: string;
  /** The key, encrypted (`Keyring.seal`), so that an operator can reveal it (source 5.4). */
  readonly sealed: string;
}

export type AgentConfig = Contract['schemas']['AgentConfigApplied'];

/** A disabled one rejects messages, and `version` starts at 1 and rises with each change (decision 0044). */
export interface AgentRecord extends Readonly<
  Omit<components['schemas']['DashboardAgent'], 'config' | 'used_by'>
> {
  readonly store_id: string;
  /** Kept as text in the database: jsonb rewrites numbers. */
  readonly config: AgentConfig;
  /** Conversations keep the row of a deleted agent, which is not found, listed or counted. */
  readonly deleted_at: string | null;
}

export type WidgetSettings = Contract['schemas']['WidgetConfig']['config'];

/** Pages show no bubble of a disabled chatbot (decision 0044). */
export interface ChatbotRecord extends Readonly<components['schemas']['Chatbot']> {
  readonly store_id: string;
  /** When a page first opened a session. */
  readonly placed_at: string | null;
  /** In the order of creation. */
  readonly sequence?: number;
}

/** Where a conversation began. */
export type Channel = 'widget' | 'api' | 'mcp';

/** A shopper's rating. */
export type Thumb = 'up' | 'down';

export interface ConversationRecord {
  readonly id: string;
  readonly store_id: string;
  readonly agent_id: string;
  /** The visitor who may continue it from a widget; null when an API key started it. */
  readonly visitor_id: string | null;
  readonly channel: Channel;
  /** The chatbot whose widget began it. */
  readonly chatbot_id: string | null;
  /** Begun by the shop's team to try an agent: excluded from lists and figures. */
  readonly is_test: boolean;
  readonly created_at: string;
  /** At most 200 characters. */
  readonly first_message: string;
  readonly message_count: number;
  /** The latest. */
  readonly thumb: Thumb | null;
}

/** A conversation before its messages change it. */
export type NewConversation = Pick<
  ConversationRecord,
  'id' | 'store_id' | 'agent_id' | 'visitor_id' | 'channel' | 'chatbot_id' | 'is_test' | 'created_at'
>;

export interface ListedConversation extends ConversationRecord {
  readonly agent_name: string;
  /** Those of its replies, each once. */
  readonly results: readonly Result[];
}

/** A conversation that is over. */
export interface PastConversation extends NewConversation {
  /** Of its last reply. */
  readonly thumb: Thumb | null;
  /** In order; `reply` is null for the user's. */
  readonly messages: readonly (NewMessage & { readonly reply: NewReply | null })[];
}

/** What a shopper got from a reply: exactly one (decision 0042). */
export type Result = components['schemas']['Result'];

export type MessageOutcome = 'complete' | 'partial' | 'failed' | 'aborted';

export interface MessageRecord {
  readonly id: string;
  readonly store_id: string;
  readonly conversation_id: string;
  /** Position in the conversation, from 0. */
  readonly position: number;
  readonly role: 'user' | 'assistant';
  /** What was said, tool calls and results included: the model messages of the turn, as JSON text. */
  readonly content: string;
  /** The words alone, for search and export. */
  readonly text: string;
  readonly outcome: MessageOutcome;
  readonly created_at: string;
}

/** A message before its conversation gives it a position. */
export type NewMessage = Omit<MessageRecord, 'position'>;

/** How an assistant's message came about. Times are milliseconds from the arrival of the question. */
export interface ReplyRecord {
  readonly model_provider: string;
  readonly model: string;
  /** The message of the error that the client got. */
  readonly error: string | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** In millionths of a US dollar; 0 without a price. */
  readonly cost_micros: number;
  /** Whether the vendor has not reported all tokens: the others are estimated, and the cost with them. */
  readonly is_estimated: boolean;
  /** Null without any text. */
  readonly first_token_ms: number | null;
  readonly total_ms: number;
  /** Null where a process of an earlier version has stored the reply beside this one. */
  readonly result: Result | null;
  readonly thumb: Thumb | null;
}

/** A reply before anybody rates it. */
export type NewReply = Omit<ReplyRecord, 'thumb'>;

/** A row of `replies`: with what the figures need of its message and conversation. */
export interface StoredReply extends ReplyRecord {
  readonly store_id: string;
  readonly message_id: string;
  readonly conversation_id: string;
  readonly conversation_started_at: string;
  readonly agent_id: string;
  readonly channel: Channel;
  readonly is_test: boolean;
  readonly outcome: MessageOutcome;
  readonly sequence?: number;
}

/** A message with how it came about: null for the user's. */
export type MessageWithReply = MessageRecord & {
  readonly [Column in keyof ReplyRecord]: ReplyRecord[Column] | null;
};

/** A remote MCP server behind an mcp_capabilities type (source 2.2). */
export interface ConnectionRecord {
  readonly id: string;
  /** Null: every store of this deployment may use it. */
  readonly store_id: string | null;
  /** Its store, or `*` for every store. */
  readonly scope: string;
  readonly type: string;
  readonly url: string;
  /** The headers that it is called with: JSON, encrypted (`Keyring.sealText`). */
  readonly sealed_headers: string;
  /** Whether it may be plain http or have an address inside a private network. */
  readonly allow_private: boolean;
  readonly created_at: string;
}

/** Money in the currency's minor unit (cents for USD), as catalogue protocols carry it. */
export interface Price {
  readonly amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

/** One buyable form of a product: a size, a colour, or both. */
export interface Variant {
  readonly id: string;
  readonly title: string;
  readonly sku?: string;
  readonly price: Price;
  readonly compare_at_price?: Price;
  /** Option name to chosen value, for example `{ "Color": "Blue", "Size": "M" }`. */
  readonly options: Readonly<Record<string, string>>;
  readonly available: boolean;
  /** Units on hand; absent where the source does not track it. */
  readonly quantity?: number;
}

export interface Product {
  /** Unique within a store: the shop's handle or feed id. */
  readonly id: string;
  readonly title: string;
  /** Plain text; markup is removed at import. */
  readonly description: string;
  readonly brand?: string;
  /** The shop's own category words, most general first. */
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** Absolute http(s) addresses. */
  readonly url?: string;
  readonly image_url?: string;
  readonly price_range: { readonly min: Price; readonly max: Price };
  readonly available: boolean;
  readonly variants: readonly Variant[];
  /** Of a product of a live shop; not stored. */
  readonly notices?: readonly ShopNotice[];
}

/** What a shop wants every shopper to see with a product or a result (decision 0065). Plain text. */
export interface ShopNotice {
  readonly text: string;
  /** Absolute http(s) addresses: of more about it, and of a picture that belongs to it. */
  readonly url?: string | undefined;
  readonly image_url?: string | undefined;
}

/** A part of the shop's knowledge that is found as a whole. */
export interface Passage {
  /** The headings that it stands under, or the question. */
  readonly title: string;
  readonly text: string;
}

/** An imported text of the shop's knowledge (decision 0058): a second import of its `source` replaces it. */
export interface KnowledgeSummary extends Readonly<
  Omit<components['schemas']['KnowledgeDocument'], 'passages'>
> {
  readonly store_id: string;
  readonly passage_count: number;
}

export interface KnowledgeDocument extends KnowledgeSummary {
  readonly passages: readonly Passage[];
}

/** What the shop did about a question that was asked in vain (decision 0066). */
export interface QuestionImprovement {
  readonly store_id: string;
  /** Of the question's words. */
  readonly key_hash: string;
  readonly action: components['schemas']['Improvement']['action'];
  readonly improved_at: string;
}

/** One import of a catalogue (decision 0045). */
export interface CatalogImportRecord extends Readonly<components['schemas']['Import']> {
  readonly store_id: string;
  /** The first rejected lines. */
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
  /** Null unless it is done. */
  readonly findings: ImportFindings | null;
  /** While it runs: which process has it, and until when that is certain. */
  readonly owner: string | null;
  readonly lease_until: string | null;
}

/** An address that products or texts were read from. */
export interface SourceRecord extends Readonly<components['schemas']['Source']> {
  readonly store_id: string;
  /** Of `Keyring.sealText`: the whole address, and how it is imported. */
  readonly sealed: string;
  readonly created_at: string;
  readonly sequence?: number;
}

/** A product as the database holds it. */
export interface StoredProduct {
  readonly id: string;
  /** The product as JSON. */
  readonly data: string;
  /** How many variants it has. */
  readonly variants: number;
}

/** What the products of an import lack for a card in the chat, in numbers of products. */
export interface ImportFindings {
  readonly withoutLink: number;
  readonly withoutPicture: number;
  /** The lowest price is 0. */
  readonly withoutPrice: number;
  /** No variant has a quantity: whether it is available is all that is known. */
  readonly withoutQuantity: number;
  /** Hosts of the pictures, those of the most products first: a widget shows pictures of allowed hosts only. */
  readonly imageHosts: readonly { readonly host: string; readonly products: number }[];
  /** Lines that were read, but perhaps not as they were meant. */
  readonly warnings: readonly { readonly line: number; readonly reason: string }[];
}

/** A request with an Idempotency-Key and its response. */
export interface IdempotentRequest {
  readonly store_id: string;
  readonly operation: string;
  readonly key: string;
  /** Hash of the request's body: the same key with another body is rejected. */
  readonly fingerprint: string;
  /** JSON text; null while the request is in progress. */
  readonly response: string | null;
  readonly created_at: string;
  /** While in progress: the message that it has stored, which also names this attempt. */
  readonly question_id: string | null;
  /** Until when its process has it, by `leaseTime` (decision 0030). */
  readonly lease_until: string | null;
}

/** What a person may do in a store (decision 0039). */
export type Role = 'owner' | 'member';

/** A person of the dashboard. */
export interface UserRecord {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  /** Of `hashPassword`; null for a person who has set none. */
  readonly password: string | null;
  readonly created_at: string;
  readonly last_sign_in_at: string | null;
}

/** A store of a person, and what they may do in it. */
export interface StoreOfUser extends StoreRecord {
  readonly role: Role;
}

export interface MembershipRecord {
  readonly store_id: string;
  readonly user_id: string;
  readonly role: Role;
  readonly created_at: string;
  /** Whether notices of the store go to the person by mail, where they are an owner; by default they do. */
  readonly wants_notices?: boolean;
}

/** An account of a person at an OpenID Connect provider; `subject` is unique within its issuer. */
export interface IdentityRecord {
  readonly issuer: string;
  readonly subject: string;
  readonly user_id: string;
  readonly created_at: string;
}

/** A code that signs a person in once. */
export interface SignInCodeRecord {
  /** Of `hashSecret`. */
  readonly hash: string;
  readonly user_id: string;
  readonly expires_at: string;
}

/** A person of a store. */
export type MemberRecord = Readonly<components['schemas']['Member']>;

export interface SessionRecord extends Readonly<
  Omit<components['schemas']['Session'], 'expires_at' | 'is_current'>
> {
  /** Of the cookie's secret (`hashSecret`). */
  readonly hash: string;
  readonly user_id: string;
}

/** A change, reveal or sign-in; no secret. */
/** A field that a change has set otherwise, by its path. */
export type FieldChange = Readonly<components['schemas']['FieldChange']>;

export interface AuditRecord extends Readonly<
  Omit<components['schemas']['AuditEntry'], 'changes' | 'can_undo'>
> {
  readonly store_id: string;
  /** Whole, so that they can be undone; null where they cannot. */
  readonly changes: readonly FieldChange[] | null;
  /** Set by the database, in the order of the entries. */
  readonly sequence?: number;
}
