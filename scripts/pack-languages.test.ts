import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import languages from '../server/embed/widget/browser/languages.json' with { type: 'json' };
import { packLanguages } from './pack-languages.ts';

const folder = join(import.meta.dirname, '..', 'server', 'embed', 'widget', 'browser');

describe('the packed languages of the widget', () => {
  it('have the texts of their parts in every language, and no others', async () => {
    const { outputFiles } = await build({
      stdin: { contents: `export { default } from './languages.json';`, resolveDir: folder },
      bundle: true,
      format: 'esm',
      write: false,
      plugins: [packLanguages(['chat', 'shop'])],
    });
    const source = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
    const built = (await import(`data:text/javascript;base64,${source}`)) as { readonly default: unknown };
    const expected = Object.entries(languages).map(([tag, { chat, shop }]) => [tag, { chat, shop }]);
    expect(built.default).toEqual(Object.fromEntries(expected));
  });
});
