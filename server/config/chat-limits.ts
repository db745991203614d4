import { readNumber, type Environment } from './environment.ts';

type Read = (env: Environment) => number;

/** The maximum delay of a timer, in milliseconds. */
const maxTimerMs = 2_147_483_647;

/** A variable in seconds, whose limit is in milliseconds. */
const seconds = (variable: string, fallback: number): Read => {
  const range = { min: 0.001, max: Math.floor(maxTimerMs / 1000), whole: false };
  return (env) => 1000 * readNumber(env, variable, fallback, range);
};

const count = (variable: string, fallback: number, min: number): Read => {
  return (env) => readNumber(env, variable, fallback, { min, max: maxTimerMs, whole: true });
};

/** Every variable that bounds a reply, with its default; server/README.md lists them. */
const chatSettings = {
  /** Until the first text or tool call. */
  firstContentMs: seconds('REPLY_FIRST_CONTENT_SECONDS', 30),
  /** Between two parts of the model's stream. */
  silenceMs: seconds('REPLY_SILENCE_SECONDS', 20),
  /** The whole reply. */
  totalMs: seconds('REPLY_TOTAL_SECONDS', 120),
  /** Between keep-alive comments while no event is sent. */
  keepAliveMs: seconds('KEEP_ALIVE_SECONDS', 10),
  /** Without progress, before the connection of a slow reader is closed. */
  slowReaderMs: seconds('SLOW_READER_SECONDS', 30),
  /** How long a reply with an Idempotency-Key runs on without a reader (decision 0030). */
  unreadMs: seconds('REPLY_UNREAD_SECONDS', 15),
  /** How long a second message waits for its conversation's lock. */
  conversationWaitMs: seconds('CONVERSATION_WAIT_SECONDS', 10),
  toolCallMs: seconds('TOOL_CALL_SECONDS', 15),
  /** Maximum JSON bytes of one tool result for the model. */
  toolOutputBytes: count('TOOL_OUTPUT_BYTES', 16_384, 256),
  /** Maximum characters of a reply: its text, and the JSON of its tool calls. */
  replyCharacters: count('REPLY_CHARACTERS', 1_000_000, 1),
  /** Maximum estimated tokens of earlier messages in the prompt. */
  historyTokens: count('HISTORY_TOKENS', 24_000, 0),
  /** Maximum model calls in one reply; the last one may not call tools. */
  maxSteps: count('MODEL_MAX_STEPS', 8, 1),
  /** Retries of a model call that failed before the first byte of its response. */
  modelRetries: count('MODEL_RETRIES', 1, 0),
};

/** Bounds of a reply. Times are milliseconds. */
export type ChatLimits = { readonly [Limit in keyof typeof chatSettings]: number };

/** Reads the bounds from the environment. Throws ConfigError that names the variable. */
export function loadChatLimits(env: Environment): ChatLimits {
  const entries = Object.entries(chatSettings).map(([limit, read]) => [limit, read(env)]);
  // The entries are those of chatSettings, whose keys are exactly the limits.
  return Object.freeze(Object.fromEntries(entries) as Record<keyof ChatLimits, number>);
}
