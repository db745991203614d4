import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';

// A long path is cut, and with it a key that was sent in it: its beginning is secret, too.
const keys = /svc_[0-9A-Za-z]{1,32}/g;

/**
 * The structured log. Nothing logs a key on purpose; the sink takes them out as well, whatever brought them there
 * (source 5.9).
 */
export function createLog(level: Config['logLevel'], destination: DestinationStream): Logger {
  const redacting: DestinationStream = {
    // Hardly ever is there one, and looking for its beginning costs next to nothing.
    write: (line) =>
      destination.write(line.includes('svc_') ? line.replaceAll(keys, 'svc_[redacted]') : line),
  };
  return pino({ level, base: null, timestamp: timeOnce() }, redacting);
}

/** The time as pino writes it, made once for all lines of a millisecond. */
function timeOnce(): () => string {
  let written = Number.NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== written) text = `,"time":"${new Date(now).toISOString()}"`;
    written = now;
    return text;
  };
}
