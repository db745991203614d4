import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** The texts of each language by part and name: `server/embed/widget/browser/languages.json`. */
type Languages = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** For esbuild: the widget's languages with these parts only, in the form that compresses best. */
export function packLanguages(parts: readonly string[]): Plugin {
  return {
    name: 'pack-languages',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]languages\.json$/ }, ({ path }) => ({
        contents: packed(JSON.parse(readFileSync(path, 'utf8')) as Languages, parts),
        loader: 'js',
      }));
    },
  };
}

const separator = '|';

/** A module with the same value: each name once, and the texts of a language as one string in the order of the names. */
function packed(languages: Languages, parts: readonly string[]): string {
  const joined = Object.entries(languages).map(([language, texts]) => {
    const values = parts.flatMap((part) => Object.values(texts[part] ?? {}));
    if (values.join('').includes(separator)) throw new Error(`${language} has "${separator}" in a text`);
    return [language, values.join(separator)];
  });
  const unpacked = parts.map((part) => {
    const names = Object.keys(languages['en']?.[part] ?? {});
    return `${part}: Object.fromEntries('${names.join()}'.split(',').map((name) => [name, values.shift()]))`;
  });
  return `
    const texts = ${JSON.stringify(Object.fromEntries(joined))};
    for (const language in texts) {
      const values = texts[language].split('${separator}');
      texts[language] = { ${unpacked.join()} };
    }
    export default texts;`;
}
