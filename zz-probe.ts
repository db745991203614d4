import { readFileSync } from 'node:fs';
import { createCatalog } from './server/catalog/catalog.ts';
import { createShopper, toolsOver } from './server/models/built-in/testing/shopper.ts';
import { productsOf } from './scripts/dialogues/catalogs.ts';
const lines = readFileSync(process.argv[2] ?? '', 'utf8').split('\n');
let shopper: ReturnType<typeof createShopper> | undefined;
const cache = new Map<string, ReturnType<typeof toolsOver>>();
for (const line of lines) {
  if (line.startsWith('#')) {
    const name = line.slice(1).trim();
    if (!cache.has(name)) cache.set(name, toolsOver(await createCatalog((await productsOf(name as never)) ?? [])));
    shopper = createShopper(cache.get(name)!);
    console.log('\n#', name);
  } else if (line.trim() !== '' && shopper) {
    const { text, calls } = await shopper.say(line);
    const last = calls.at(-1);
    console.log('>', line, '\n     ', JSON.stringify(last?.input ?? {}), calls.length, '\n     ', text.replace(/\n+/g, ' | ').slice(0, 260));
  }
}
