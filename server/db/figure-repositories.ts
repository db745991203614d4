import type { DaySpan } from '../support/days.ts';
import type { Channel, RequestHourRecord, RequestMinuteRecord, WidgetEventRecord } from './records.ts';

// What the dashboard counts: events of the widget, use of the plan, and the figures of conversations (decision 0043).

export interface WidgetEventRepository {
  insert(storeId: string, events: readonly WidgetEventRecord[]): Promise<void>;
  removeOfVisitor(storeId: string, visitorId: string): Promise<void>;
  /** Removes up to `limit` events of all stores from before a time, and returns how many. */
  removeBefore(before: string, limit: number): Promise<number>;
  /** Different visitors with an event of a type from `from` until before `to`. */
  countVisitors(storeId: string, type: WidgetEventRecord['type'], range: AnalyticsRange): Promise<number>;
}

export interface RequestHourRepository {
  /** Adds to the sums of these different hours, of several stores, and keeps the higher peak. */
  add(hours: readonly RequestHourRecord[]): Promise<void>;
  /** Adds what one process has counted in these different minutes. The peak is that of all processes together. */
  addMinutes(minutes: readonly RequestMinuteRecord[]): Promise<void>;
  /** Oldest first, `from` and `to` included. */
  list(storeId: string, hours: { readonly from: string; readonly to: string }): Promise<RequestHourRecord[]>;
}

/** Figures of the conversations that began in the spans of a day. */
export interface ConversationSums {
  readonly day: string;
  readonly channel: Channel;
  readonly conversations: number;
  readonly answered: number;
  readonly unanswered: number;
  readonly thumbsUp: number;
  readonly thumbsDown: number;
}

/** Tokens of the conversations that began in the spans of a day. */
export interface TokenSums {
  readonly day: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In millionths of a US dollar. */
  readonly costMicros: number;
}

/** Interpolated percentiles in milliseconds, with fractions; null without a reply. */
export interface ReplyTimes {
  readonly firstWordP50Ms: number | null;
  readonly firstWordP95Ms: number | null;
  readonly replyP50Ms: number | null;
  readonly replyP95Ms: number | null;
}

/** Conversations that began from `from` until before `to`, in ISO 8601. */
export interface AnalyticsRange {
  readonly from: string;
  readonly to: string;
  readonly agentId: string | undefined;
}

/** Reads figures; test conversations are excluded. Days without conversations have no row. */
/** How many of the latest replies have failed, and since when, ISO 8601. */
export interface LatestFailures {
  readonly failed: number;
  readonly of: number;
  readonly since: string;
}

export interface AnalyticsRepository {
  /** From the hourly sums: spans are hours of UTC, as `2026-11-22T16`. */
  sumConversations(
    storeId: string,
    spans: readonly DaySpan[],
    agentId: string | undefined,
  ): Promise<ConversationSums[]>;
  /** From the rows: spans are times. */
  countConversations(
    storeId: string,
    spans: readonly DaySpan[],
    agentId: string | undefined,
  ): Promise<ConversationSums[]>;
  /** As `sumConversations`. */
  sumTokens(storeId: string, spans: readonly DaySpan[], agentId: string | undefined): Promise<TokenSums[]>;
  /** As `countConversations`. */
  countTokens(storeId: string, spans: readonly DaySpan[], agentId: string | undefined): Promise<TokenSums[]>;
  /** Different visitors with a conversation in the widget. */
  countVisitors(storeId: string, range: AnalyticsRange): Promise<number>;
  readReplyTimes(storeId: string, range: AnalyticsRange): Promise<ReplyTimes>;
  /** The latest unanswered conversations, with the message before the reply that was no answer. */
  listUnanswered(
    storeId: string,
    limit: number,
  ): Promise<readonly { readonly conversationId: string; readonly question: string; readonly at: string }[]>;
  /** Null where no more than half of the latest replies since `from` have failed. */
  readLatestFailures(storeId: string, from: string): Promise<LatestFailures | null>;
  readChecklist(
    storeId: string,
  ): Promise<{ readonly hasProducts: boolean; readonly hasPlacedChatbot: boolean }>;
}
