/** One message to an agent, from whichever transport. */
export interface ReplyRequest {
  readonly storeId: string;
  readonly agentId: string;
  readonly message: string;
  /** Continues this conversation; undefined starts a new one. */
  readonly conversationId: string | undefined;
  /** The visitor of a widget; null for an API key. */
  readonly visitorId: string | null;
}
