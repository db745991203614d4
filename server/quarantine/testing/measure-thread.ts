import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { type ForeignTextReader, foreignTextReaders } from './foreign-text-readers.ts';
import { type Growth, growsTooFast, type Measurement, minMs } from './growth.ts';

setFlagsFromString('--expose-gc');
/** The garbage of one measurement must not be collected in the next. */
const collectGarbage: () => void = runInNewContext('gc');

const doublings = 5;
/** A text that takes longer has been doubled often enough. */
const maxMs = 100;
const repetitions = 5;
async function measure({ reader, text }: Measurement): Promise<Growth> {
  const found = foreignTextReaders.find(({ name }) => name === reader);
  const textOfSize = found?.texts[text];
  if (found === undefined || textOfSize === undefined) throw new Error(`unknown: ${reader}, ${text}`);
  const sizes: number[] = [];
  const times: number[] = [];
  for (let doubled = 0; doubled <= doublings; doubled += 1) {
    const size = found.startSize * 2 ** doubled;
    sizes.push(size);
    times.push(await medianMs(found.read, textOfSize(size)));
    if (growsTooFast({ times }) || (times.at(-1) ?? 0) > maxMs) break;
  }
  return { reader, text, sizes, times };
}

async function medianMs(read: ForeignTextReader['read'], text: string): Promise<number> {
  const times: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    if (repetition > 0) collectGarbage();
    const before = process.threadCpuUsage();
    await read(text);
    const { user, system } = process.threadCpuUsage(before);
    times.push((user + system) / 1000);
    // Nothing is said about shorter times.
    if ((times[0] ?? 0) <= minMs) break;
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

parentPort?.on('message', async (measurement: Measurement) => {
  parentPort?.postMessage(await measure(measurement));
});
