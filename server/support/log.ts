import { pino, stdTimeFunctions, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';

/** The structured log, which removes keys and tokens from every line, wherever they come from (source 5.9). */
export function createLog(level: LevelWithSilent, destination: DestinationStream): Logger {
  const redacting: DestinationStream = { write: (line) => destination.write(redactSecrets(line)) };
  return pino({ level, base: null, timestamp: stdTimeFunctions.isoTime }, redacting);
}

// API keys, tokens of visitors and previews, and visitors' secrets. A logged text may be truncated within one: any part of it is secret.
const secrets = /(svc_)[0-9A-Za-z]{1,32}|((?:vst|prv)_)[\w.-]+|(vis_[0-9A-Za-z]{22}\.)[\w-]+/g;

// Letters, digits and "_-." only: JSON stays JSON. %2573 is %73, escaped again.
const escapes = /%(?:25)*(2[de]|3\d|[46][1-9a-f]|5[0-9af]|7[0-9a])/gi;

/** Escapes can be nested in other ways, too; a key that was pasted into a URL is not escaped more often. */
const maxPasses = 5;

/**
 * Replaces API keys, visitor tokens and visitors' secrets by `[redacted]` (source 5.9), also where characters of them
 * are percent-escaped; such a text is returned without those escapes. A text without secrets is returned unchanged.
 */
export function redactSecrets(text: string): string {
  const plain = text.includes('%') ? unescape(text) : text;
  const redacted = plain.replaceAll(secrets, (_match, key = '', token = '', visitor = '') => {
    return `${key}${token}${visitor}[redacted]`;
  });
  return redacted === plain ? text : redacted;
}

function unescape(text: string): string {
  let plain = text;
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = plain.replaceAll(escapes, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    if (next === plain) return plain;
    plain = next;
  }
  return plain;
}
