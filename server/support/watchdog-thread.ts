import { type Debugger, Session } from 'node:inspector';
import { kill, pid } from 'node:process';
import { workerData } from 'node:worker_threads';
import { destination } from 'pino';
import { createLog } from './log.ts';
import type { WatchdogOrder } from './watchdog.ts';

const { logLevel, tickMs, stallTicks, killTicks, shared }: WatchdogOrder = workerData;
const log = createLog(logLevel, destination({ dest: 2, sync: true }));
const never = new Int32Array(new SharedArrayBuffer(4));

/** Turns of this thread, not time: a process that was stopped as a whole has not stood still. */
let ticks = 0;
let last = 0;

setInterval(() => {
  const turns = Atomics.load(shared, 0);
  ticks = turns === last ? ticks + 1 : 0;
  last = turns;
  if (ticks === stallTicks) {
    Atomics.add(shared, 1, 1);
    logStack();
  }
  if (ticks >= killTicks) {
    log.fatal({ forMs: ticks * tickMs }, 'the event loop still stands still: the process ends');
    kill(pid, 'SIGKILL');
    Atomics.wait(never, 0, 0);
  }
}, tickMs);

/** The innermost ones: what runs. */
const maxFrames = 30;

/** Interrupts the other thread where it stands; it goes on as soon as its stack is read. */
function logStack(): void {
  const session = new Session();
  const scripts = new Map<string, string>();
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url));
  session.on('Debugger.paused', ({ params }) => {
    session.post('Debugger.resume');
    session.disconnect();
    const stack = params.callFrames.slice(0, maxFrames).map((frame) => describeFrame(frame, scripts));
    log.warn({ stack }, 'the event loop stands still');
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

function describeFrame(
  { functionName, location }: Debugger.CallFrame,
  scripts: ReadonlyMap<string, string>,
): string {
  const { scriptId, lineNumber } = location;
  return `${functionName || '(anonymous)'} (${scripts.get(scriptId) ?? ''}:${lineNumber + 1})`;
}
