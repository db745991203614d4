import { once } from 'node:events';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foreignTextReaders, otherExports } from './testing/foreign-text-readers.ts';
import { type Growth, growsTooFast } from './testing/growth.ts';
import { hostileTexts, runs } from './testing/hostile-texts.ts';

const server = fileURLToPath(new URL('..', import.meta.url));

/** All files of these folders, and files elsewhere that get texts of strangers. */
const files = [
  ...globSync('catalog/{import,money}/**/*.ts', { cwd: server }),
  ...globSync('knowledge/*.ts', { cwd: server }),
  'chat/service-sentences.ts',
  'catalog/search/terms.ts',
  'catalog/search/language-of.ts',
  'models/built-in/read-message.ts',
  'support/json.ts',
  'support/message-text.ts',
].filter((file) => !file.endsWith('.test.ts'));

it.each(files)(
  'each exported function of %s is in the table of readers, or in that of others',
  async (file) => {
    const exported: Record<string, unknown> = await import(`../${file}`);
    const functions = Object.entries(exported).filter(([, value]) => isPlainFunction(value));
    const names = functions.map(([name]) => `${file} ${name}`);
    const known = [...foreignTextReaders.map(({ name }) => name), ...Object.keys(otherExports)];
    expect(names.filter((name) => !known.some((own) => own === name || own.startsWith(`${name} `)))).toEqual(
      [],
    );
  },
);

/** Neither a class nor a constant. */
function isPlainFunction(value: unknown): boolean {
  return typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value));
}

describe(
  'a text that is doubled five times takes at most 2.5 times the CPU time at each doubling of two',
  { tags: ['nightly'] },
  () => {
    let thread: Worker;
    beforeAll(() => {
      const resourceLimits = { maxYoungGenerationSizeMb: 128 };
      thread = new Worker(new URL('testing/measure-thread.ts', import.meta.url), { resourceLimits });
    });
    afterAll(() => thread.terminate());

    async function findTooFast(reader: string, texts: readonly string[]): Promise<Growth[]> {
      const tooFast: Growth[] = [];
      for (const text of texts) {
        thread.postMessage({ reader, text });
        const [growth] = await once(thread, 'message');
        if (growsTooFast(growth)) tooFast.push(growth);
      }
      return tooFast;
    }

    /** A run of a piece between others, not alone. */
    const isBetweenOthers = (text: string): boolean => text in hostileTexts && !(text in runs);

    it.each(foreignTextReaders)('of $name', async ({ name, texts }) => {
      const alone = Object.keys(texts).filter((text) => !isBetweenOthers(text));
      expect(await findTooFast(name, alone)).toEqual([]);
    });

    const withOthers = foreignTextReaders.filter(({ texts }) => Object.keys(texts).some(isBetweenOthers));
    it.each(withOthers)('of $name, of runs between others', async ({ name, texts }) => {
      expect(await findTooFast(name, Object.keys(texts).filter(isBetweenOthers))).toEqual([]);
    });
  },
);
