import type { DestinationStream } from 'pino';

/** Lines on their way to somewhere. */
export interface BufferedLines extends DestinationStream {
  /** Hands on what waits. To be called before the process ends. */
  flush(): void;
}

/** Characters that make a write worth its call into the system, and how long a line waits for them, in milliseconds. */
const enough = 12_288;
const longestWait = 100;

/** Hands many lines on at once: none waits longer than 100 ms. */
export function bufferLines(destination: DestinationStream): BufferedLines {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const lines = waiting;
    waiting = '';
    destination.write(lines);
  };
  return {
    write(line) {
      waiting += line;
      if (waiting.length >= enough) flush();
      else timer ??= setTimeout(flush, longestWait).unref();
    },
    flush,
  };
}
