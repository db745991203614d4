import { ConfigError } from './config.ts';

/** Bounds of a reply. Times are milliseconds. */
export interface ChatLimits {
  /** Until the first text or tool call. */
  readonly firstContentMs: number;
  /** Between two parts of the model's stream. */
  readonly silenceMs: number;
  /** The whole reply. */
  readonly totalMs: number;
  /** Between keep-alive comments while nothing is said. */
  readonly keepAliveMs: number;
  /** Without progress before a slow reader is dropped. */
  readonly slowReaderMs: number;
  /** How long a second message waits for its conversation. */
  readonly conversationWaitMs: number;
  readonly toolCallMs: number;
  /** Bytes of JSON that one tool result may bring to the model. */
  readonly toolOutputBytes: number;
  /** What one reply may hold: its text, and the JSON of its tool calls. */
  readonly replyCharacters: number;
  /** Estimated tokens of earlier messages that are sent along. */
  readonly historyTokens: number;
  /** Model calls in one reply; the last has to answer in words. */
  readonly maxSteps: number;
  /** Repeated calls to a provider that is busy or failing, before the first byte of its answer. */
  readonly modelRetries: number;
}

interface Setting {
  readonly variable: string;
  readonly default: number;
  /** What one unit of the variable is in the unit of the limit. */
  readonly unit: number;
  readonly least: number;
}

const seconds = (variable: string, fallback: number): Setting => ({
  variable,
  default: fallback,
  unit: 1000,
  least: 0.001,
});
const count = (variable: string, fallback: number, least: number): Setting => ({
  variable,
  default: fallback,
  unit: 1,
  least,
});

/** Every variable that bounds a reply, with its default; server/README.md lists them. */
export const chatSettings: { readonly [Limit in keyof ChatLimits]: Setting } = {
  firstContentMs: seconds('REPLY_FIRST_CONTENT_SECONDS', 30),
  silenceMs: seconds('REPLY_SILENCE_SECONDS', 20),
  totalMs: seconds('REPLY_TOTAL_SECONDS', 120),
  keepAliveMs: seconds('KEEP_ALIVE_SECONDS', 10),
  slowReaderMs: seconds('SLOW_READER_SECONDS', 30),
  conversationWaitMs: seconds('CONVERSATION_WAIT_SECONDS', 10),
  toolCallMs: seconds('TOOL_CALL_SECONDS', 15),
  toolOutputBytes: count('TOOL_OUTPUT_BYTES', 16_384, 256),
  replyCharacters: count('REPLY_CHARACTERS', 1_000_000, 1),
  historyTokens: count('HISTORY_TOKENS', 24_000, 0),
  maxSteps: count('MODEL_MAX_STEPS', 8, 1),
  modelRetries: count('MODEL_RETRIES', 1, 0),
};

/** Reads the bounds from the environment. Throws ConfigError that names the variable. */
export function loadChatLimits(env: Readonly<Record<string, string | undefined>>): ChatLimits {
  const entries = Object.entries(chatSettings).map(([limit, setting]) => [limit, readSetting(env, setting)]);
  // The entries are those of chatSettings, whose keys are exactly the limits.
  return Object.freeze(Object.fromEntries(entries) as Record<keyof ChatLimits, number>);
}

/** What a timer takes, in milliseconds. */
const longest = 2_147_483_647;

function readSetting(env: Readonly<Record<string, string | undefined>>, setting: Setting): number {
  const text = env[setting.variable];
  if (text === undefined || text === '') return setting.default * setting.unit;
  const value = Number(text);
  const { variable, least, unit } = setting;
  const isTime = unit === 1000;
  const most = Math.floor(longest / unit);
  if (!(value >= least && value <= most && (isTime || Number.isInteger(value)))) {
    const kind = isTime ? 'a number' : 'a whole number';
    throw new ConfigError(`${variable} must be ${kind} from ${least} to ${most}, not "${text}"`);
  }
  return value * setting.unit;
}
