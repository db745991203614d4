import { pino, stdTimeFunctions, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { redactSecrets } from './redact.ts';

/** The structured log, which removes keys and tokens from every line, wherever they come from (source 5.9). */
export function createLog(level: LevelWithSilent, destination: DestinationStream): Logger {
  const redacting: DestinationStream = { write: (line) => destination.write(redactSecrets(line)) };
  return pino({ level, base: null, timestamp: stdTimeFunctions.isoTime }, redacting);
}
