import { readNumber, type Environment } from './environment.ts';

/** Bounds of a reply. Times are milliseconds. */
export interface ChatLimits {
  /** Until the first text or tool call. */
  readonly firstContentMs: number;
  /** Between two parts of the model's stream. */
  readonly silenceMs: number;
  /** The whole reply. */
  readonly totalMs: number;
  /** Between keep-alive comments while no event is sent. */
  readonly keepAliveMs: number;
  /** Without progress, before the connection of a slow reader is closed. */
  readonly slowReaderMs: number;
  /** How long a reply with an Idempotency-Key runs on without a reader (decision 0030). */
  readonly unreadMs: number;
  /** How long a second message waits for its conversation's lock. */
  readonly conversationWaitMs: number;
  readonly toolCallMs: number;
  /** Maximum JSON bytes of one tool result for the model. */
  readonly toolOutputBytes: number;
  /** Maximum characters of a reply: its text, and the JSON of its tool calls. */
  readonly replyCharacters: number;
  /** Maximum estimated tokens of earlier messages in the prompt. */
  readonly historyTokens: number;
  /** Maximum model calls in one reply; the last one may not call tools. */
  readonly maxSteps: number;
  /** Retries of a model call that failed before the first byte of its response. */
  readonly modelRetries: number;
}

interface Setting {
  readonly variable: string;
  readonly default: number;
  /** Factor from the variable's unit to the limit's: 1000 from seconds to milliseconds. */
  readonly unit: number;
  readonly min: number;
}

const seconds = (variable: string, fallback: number): Setting => ({
  variable,
  default: fallback,
  unit: 1000,
  min: 0.001,
});
const count = (variable: string, fallback: number, min: number): Setting => ({
  variable,
  default: fallback,
  unit: 1,
  min,
});

/** Every variable that bounds a reply, with its default; server/README.md lists them. */
const chatSettings: { readonly [Limit in keyof ChatLimits]: Setting } = {
  firstContentMs: seconds('REPLY_FIRST_CONTENT_SECONDS', 30),
  silenceMs: seconds('REPLY_SILENCE_SECONDS', 20),
  totalMs: seconds('REPLY_TOTAL_SECONDS', 120),
  keepAliveMs: seconds('KEEP_ALIVE_SECONDS', 10),
  slowReaderMs: seconds('SLOW_READER_SECONDS', 30),
  unreadMs: seconds('REPLY_UNREAD_SECONDS', 15),
  conversationWaitMs: seconds('CONVERSATION_WAIT_SECONDS', 10),
  toolCallMs: seconds('TOOL_CALL_SECONDS', 15),
  toolOutputBytes: count('TOOL_OUTPUT_BYTES', 16_384, 256),
  replyCharacters: count('REPLY_CHARACTERS', 1_000_000, 1),
  historyTokens: count('HISTORY_TOKENS', 24_000, 0),
  maxSteps: count('MODEL_MAX_STEPS', 8, 1),
  modelRetries: count('MODEL_RETRIES', 1, 0),
};

/** Reads the bounds from the environment. Throws ConfigError that names the variable. */
export function loadChatLimits(env: Environment): ChatLimits {
  const entries = Object.entries(chatSettings).map(([limit, setting]) => [limit, readSetting(env, setting)]);
  // The entries are those of chatSettings, whose keys are exactly the limits.
  return Object.freeze(Object.fromEntries(entries) as Record<keyof ChatLimits, number>);
}

/** The maximum delay of a timer, in milliseconds. */
const maxTimerMs = 2_147_483_647;

function readSetting(env: Environment, { variable, default: fallback, unit, min }: Setting): number {
  const max = Math.floor(maxTimerMs / unit);
  return unit * readNumber(env, variable, fallback, { min, max, whole: unit === 1 });
}
