import { readFileSync } from 'node:fs';
import { createCatalog } from '../server/catalog/catalog.ts';
import { importCatalog } from '../server/catalog/import/import-catalog.ts';
import { systemClock } from '../server/support/clock.ts';
import { createShopper, toolsOver } from '../server/models/built-in/testing/shopper.ts';
const paths: Record<string,string> = { sample: '/tmp/wt/builtin/server/catalog/sample/products.jsonl', apparel: '/work/shared/data/shopify/apparel.csv', jewelery: '/work/shared/data/shopify/jewelery.csv' };
const [name, file] = process.argv.slice(2);
const products: any[] = [];
await importCatalog({ source: { path: paths[name!]! }, partial: false, replace: true, clock: systemClock }, { upsert: async (p: any) => products.push(...p) } as any);
const tools = toolsOver(await createCatalog(products));
let s = createShopper(tools);
for (const line of readFileSync(file!, 'utf8').split('\n')) {
  if (line.trim() === '') continue;
  if (line.startsWith('---')) { s = createShopper(tools); console.log('=========='); continue; }
  const r = await s.say(line);
  console.log(`\n> ${line}`); for (const c of r.calls) console.log('   #', c.tool, JSON.stringify(c.input)); console.log(r.text.split('\n').filter(Boolean).map(l => '   ' + l).join('\n'));
}
