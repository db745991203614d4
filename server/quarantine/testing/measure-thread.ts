import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { type ForeignTextReader, foreignTextReaders } from './foreign-text-readers.ts';
import { type Growth, growsTooFast, isComparable, type Measurement } from './growth.ts';

setFlagsFromString('--expose-gc');
/** The garbage of one measurement must not be collected in the next. */
const collectGarbage: () => void = runInNewContext('gc');

const doublings = 5;
const repetitions = 5;

async function measure({ reader, text }: Measurement): Promise<Growth> {
  const found = foreignTextReaders.find(({ name }) => name === reader);
  const textOfSize = found?.texts[text];
  if (found === undefined || textOfSize === undefined) throw new Error(`unknown: ${reader}, ${text}`);
  const sizes: number[] = [];
  let times: number[] = [];
  for (let doubled = 0; doubled <= doublings; doubled += 1) {
    sizes.push(found.startSize * 2 ** doubled);
    times.push(await cpuMs(found.read, textOfSize(sizes.at(-1) ?? 0)));
    // One measurement finds what may grow too fast; only the fastest of several says that it does: garbage and whatever
    // else the machine does can only add to a time.
    if (growsTooFast({ times })) times = await fastest(found.read, sizes.map(textOfSize));
    if (isComparable({ times })) break;
  }
  return { reader, text, sizes, times };
}

/** In rounds over all texts: the machine may be slower for a while. */
async function fastest(read: ForeignTextReader['read'], texts: readonly string[]): Promise<number[]> {
  const fastestTimes = texts.map(() => Infinity);
  for (let round = 0; round < repetitions; round += 1) {
    for (const [index, text] of texts.entries()) {
      collectGarbage();
      fastestTimes[index] = Math.min(fastestTimes[index] ?? Infinity, await cpuMs(read, text));
    }
  }
  return fastestTimes;
}

async function cpuMs(read: ForeignTextReader['read'], text: string): Promise<number> {
  const before = process.threadCpuUsage();
  await read(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

parentPort?.on('message', async (measurement: Measurement) => {
  parentPort?.postMessage(await measure(measurement));
});
