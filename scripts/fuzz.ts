import { passed, runFuzz, type FuzzReport } from './fuzz/run-fuzz.ts';
import { startTarget, type FuzzTarget } from './fuzz/target.ts';
import { runCommand, wholeNumber } from './run-command.ts';

const help = `npm run fuzz [-- options]

Sends broken HTTP/1.1 requests, made from valid ones of every route, over TLS to the service with production's defaults.
Fails on a 5xx, an error without the error body, HTML in an error, an incomplete or missing response, a connection that
does not end in time, and memory whose mean grows by more than 20 % from the second fifth of the run to the last (in runs
of 5,000 requests or more).

  --requests N        number of connections, with one request or some (10000)
  --seed S            the same seed sends the same requests; random by default, and printed
  --only I            request I of the seed only
  --help              show this`;

const concurrency = 32;
/** A request that is incomplete waits this long for the rest. */
const quietMs = 250;
/** Beyond the longest wait of a complete request: for another message of its conversation (CONVERSATION_WAIT_SECONDS). */
const deadlineMs = 20_000;

/** Prints the report and returns the exit code. */
function print(report: FuzzReport, seed: number, target: FuzzTarget): number {
  const { requests, seconds, statuses, failures, memory } = report;
  for (const { index, problem, sent } of failures) {
    console.log(
      `request ${index}: ${problem}\n  sent ${JSON.stringify(sent.toString('latin1').slice(0, 600))}`,
    );
    console.log(`  npm run fuzz -- --seed ${seed} --only ${index}`);
  }
  for (const line of target.errors().slice(0, 10)) console.log(`log: ${line.slice(0, 2000)}`);
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(`seed ${seed}: ${requests} requests in ${seconds.toFixed(1)} s, ${failures.length} failures`);
  console.log(`responses: ${counts.join(', ')}`);
  const [warm, end] = [memory.warm, memory.end].map((bytes) => (bytes / 1e6).toFixed(0));
  console.log(`memory: ${warm} MB in the second fifth, ${end} MB in the last fifth`);
  return passed(report) ? 0 : 1;
}

const options = {
  requests: { type: 'string', default: '10000' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  only: { type: 'string' },
} as const;
await runCommand({ name: 'fuzz', help, options }, async ({ values }) => {
  const seed = wholeNumber('--seed', values.seed);
  const requests = wholeNumber('--requests', values.requests);
  const only = values.only === undefined ? {} : { only: wholeNumber('--only', values.only) };
  const target = await startTarget();
  try {
    const report = await runFuzz(target, { seed, requests, ...only, concurrency, quietMs, deadlineMs });
    return print(report, seed, target);
  } finally {
    await target.stop();
  }
});
