// Generated from spec/. Do not edit; change spec/ and run: npm run generate

import type { components } from './api.d.ts';
import type { ChatEvent, StreamEvent } from './events.ts';

type Schemas = components['schemas'];

/** One rule that a value breaks. */
export interface ValidationError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** True when the value is valid; otherwise `errors` has every broken rule, until the next call. */
export interface Validator<T> {
  (value: unknown): value is T;
  errors?: readonly ValidationError[] | null;
}

/** Validates one event of the chat stream, of any type. */
export const validateEvent: Validator<StreamEvent>;

/** Validates one event of a type that this version knows. */
export const validateChatEvent: Validator<ChatEvent>;

/** Validates the JSON of the header X-Page-Context. */
export const validatePageContext: Validator<Schemas['PageContext']>;

/** Validates the body of a request. */
export const validateRequest: {
  readonly createAgent: Validator<Schemas['AgentCreate']>;
  readonly streamAgentChat: Validator<Schemas['ChatRequest']>;
  readonly openVisitorSession: Validator<Schemas['VisitorSessionRequest']>;
  readonly recordWidgetEvents: Validator<Schemas['WidgetEvents']>;
  readonly leaveMessage: Validator<Schemas['LeftMessage']>;
  readonly callMcp: Validator<Schemas['McpMessage']>;
};

/** Validates the JSON body of a response. */
export const validateResponse: {
  readonly listAgents: {
    readonly 200: Validator<Schemas['AgentList']>;
    readonly 400: Validator<Schemas['Error']>;
    readonly 401: Validator<Schemas['Error']>;
    readonly 403: Validator<Schemas['Error']>;
    readonly 429: Validator<Schemas['Error']>;
    readonly 431: Validator<Schemas['Error']>;
    readonly 500: Validator<Schemas['Error']>;
    readonly 503: Validator<Schemas['Error']>;
  };
  readonly createAgent: {
    readonly 201: Validator<Schemas['Agent']>;
    readonly 400: Validator<Schemas['Error']>;
    readonly 401: Validator<Schemas['Error']>;
    readonly 403: Validator<Schemas['Error']>;
    readonly 409: Validator<Schemas['Error']>;
    readonly 413: Validator<Schemas['Error']>;
    readonly 415: Validator<Schemas['Error']>;
    readonly 422: Validator<Schemas['Error']>;
    readonly 429: Validator<Schemas['Error']>;
    readonly 431: Validator<Schemas['Error']>;
    readonly 500: Validator<Schemas['Error']>;
    readonly 503: Validator<Schemas['Error']>;
  };
  readonly streamAgentChat: {
    readonly 200: Validator<Schemas['ChatReply']>;
    readonly 400: Validator<Schemas['Error']>;
    readonly 401: Validator<Schemas['Error']>;
    readonly 403: Validator<Schemas['Error']>;
    readonly 404: Validator<Schemas['Error']>;
    readonly 409: Validator<Schemas['Error']>;
    readonly 413: Validator<Schemas['Error']>;
    readonly 415: Validator<Schemas['Error']>;
    readonly 422: Validator<Schemas['Error']>;
    readonly 429: Validator<Schemas['Error']>;
    readonly 431: Validator<Schemas['Error']>;
    readonly 500: Validator<Schemas['Error']>;
    readonly 502: Validator<Schemas['Error']>;
    readonly 503: Validator<Schemas['Error']>;
    readonly 504: Validator<Schemas['Error']>;
  };
  readonly getWidgetConfig: {
    readonly 200: Validator<Schemas['WidgetConfig']>;
    readonly 400: Validator<Schemas['Error']>;
    readonly 401: Validator<Schemas['Error']>;
    readonly 403: Validator<Schemas['Error']>;
    readonly 404: Validator<Schemas['Error']>;
    readonly 429: Validator<Schemas['Error']>;
    readonly 431: Validator<Schemas['Error']>;
    readonly 500: Validator<Schemas['Error']>;
    readonly 503: Validator<Schemas['Error']>;
  };
  readonly getEmbedScript: {
    readonly 403: Validator<Schemas['Error']>;
  };
  readonly openVisitorSession: {
    readonly 200: Validator<Schemas['VisitorSession']>;
    readonly 400: Validator<Schemas['Error']>;
    readonly 403: Validator<Schemas['Error']>;
    readonly 404: Validator<Schemas['Error']>;
    readonly 413: Validator<Schemas['Error']>;
    readonly 415: Validator<Schemas['Error']>;
    readonly 429: Validator<Schemas['Error']>;
    readonly 431: Validator<Schemas['Error']>;
    readonly 500: Validator<Schemas['Error']>;
    readonly 503: Validator<Schemas['Error']>;
  };
  readonly recordWidgetEvents: {
    readonly 400: Validator<Schemas['Error']>;
    readonly 401: Validator<Schemas['Error']>;
    readonly 403: Validator<Schemas['Error']>;
    readonly 404: Validator<Schemas['Error']>;
    readonly 413: Validator<Schemas['Error']>;
    readonly 415: Validator<Schemas['Error']>;
    readonly 429: Validator<Schemas['Error']>;
    readonly 431: Validator<Schemas['Error']>;
    readonly 500: Validator<Schemas['Error']>;
    readonly 503: Validator<Schemas['Error']>;
  };
  readonly offersMessage: {
    readonly 200: Validator<Schemas['MessageOffer']>;
    readonly 401: Validator<Schemas['Error']>;
    readonly 403: Validator<Schemas['Error']>;
    readonly 404: Validator<Schemas['Error']>;
    readonly 429: Validator<Schemas['Error']>;
    readonly 431: Validator<Schemas['Error']>;
    readonly 500: Validator<Schemas['Error']>;
    readonly 503: Validator<Schemas['Error']>;
  };
  readonly leaveMessage: {
    readonly 400: Validator<Schemas['Error']>;
    readonly 401: Validator<Schemas['Error']>;
    readonly 403: Validator<Schemas['Error']>;
    readonly 404: Validator<Schemas['Error']>;
    readonly 409: Validator<Schemas['Error']>;
    readonly 413: Validator<Schemas['Error']>;
    readonly 415: Validator<Schemas['Error']>;
    readonly 429: Validator<Schemas['Error']>;
    readonly 431: Validator<Schemas['Error']>;
    readonly 500: Validator<Schemas['Error']>;
    readonly 503: Validator<Schemas['Error']>;
  };
  readonly callMcp: {
    readonly 200: Validator<Schemas['McpMessage']>;
    readonly 400: Validator<Schemas['McpMessage']>;
    readonly 401: Validator<Schemas['Error']>;
    readonly 403: Validator<Schemas['Error']>;
    readonly 413: Validator<Schemas['Error']>;
    readonly 415: Validator<Schemas['Error']>;
    readonly 429: Validator<Schemas['Error']>;
    readonly 431: Validator<Schemas['Error']>;
    readonly 500: Validator<Schemas['Error']>;
    readonly 503: Validator<Schemas['Error']>;
  };
};
