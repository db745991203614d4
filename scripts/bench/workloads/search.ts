import { runScript } from '../processes.ts';
import { median, quantile, type Workload } from '../report.ts';
import type { SearchResult } from '../search-load.ts';

const products = 50_000;

/** The index of a large shop in memory: how long it takes, how large it is, and how long a query takes. */
export const searchWorkload: Workload = async ({ rounds }) => {
  const { indexMs, indexMegabytes, queryMs } = (await runScript('search-load.ts', {
    products,
    rounds,
  })) as SearchResult;
  const p95 = quantile(queryMs, 0.95);
  const rows = [
    ['index, CPU s', (indexMs / 1000).toFixed(1)],
    ['index, MB', indexMegabytes.toFixed(0)],
    ['query, CPU ms, median', median(queryMs).toFixed(1)],
    ['query, CPU ms, p95', p95.toFixed(1)],
  ];
  return {
    tables: [{ title: `Search of ${products} products`, headings: ['measure', 'value'], rows }],
    limits: [
      { name: 'search: MB of the index of 50000 products', measured: indexMegabytes, limit: 100 },
      { name: 'search: p95 CPU ms of a query', measured: p95, limit: 50 },
    ],
  };
};
