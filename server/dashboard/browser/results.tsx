import { BarTable } from './bar-table.tsx';
import type { Schemas, Store } from './client.ts';
import { conversationsHref, nameOf, results } from './conversation-query.ts';
import { formatCount, formatShare, formatShares } from './figure-formats.ts';
import { Panel } from './figures.tsx';
import type { RangeQuery } from './range-query.ts';

type Result = Schemas['Result'];
type Results = Schemas['Results'];

const withoutHelp = ['nothing_found', 'not_known', 'declined', 'failed', 'limited'] as const;

/** How many replies were no help to the shopper. */
export function countWithoutHelp(of: Results): number {
  return withoutHelp.reduce((sum, result) => sum + of[result], 0);
}

interface ResultsPanelProps {
  readonly store: Store;
  readonly query: RangeQuery;
  readonly now: Schemas['Figures'];
  readonly before: Schemas['Figures'];
}

/** The results of all replies: each reply has exactly one, so that they add up. */
export function ResultsPanel({ store, query, now, before }: ResultsPanelProps) {
  const shares = formatShares(results.map(([result]) => now.results[result]));
  const sharesBefore = formatShares(results.map(([result]) => before.results[result]));
  return (
    <Panel title="Results of replies" definition="replies" wide>
      <BarTable
        label="Results of replies"
        rowName="Result"
        columns={['Replies', 'Share', 'Before']}
        rows={results.map(([result, name], index) => ({
          name,
          definition: result,
          href: conversationsHref(store.id, { ...query, result }),
          share: now.replies === 0 ? 0 : now.results[result] / now.replies,
          cells: [formatCount(now.results[result]), shares[index] ?? '', sharesBefore[index] ?? ''],
        }))}
        total={{
          name: 'All replies',
          cells: [
            formatCount(now.replies),
            formatShare(now.replies, now.replies),
            `${formatCount(before.replies)} replies`,
          ],
        }}
      />
    </Panel>
  );
}

const colours: Readonly<Record<Result, string>> = {
  helped: 'green',
  small_talk: 'grey',
  nothing_found: 'amber',
  not_known: 'amber',
  declined: 'amber',
  failed: 'red',
  limited: 'red',
  left: 'grey',
};

export function ResultChip({ result }: { readonly result: Result }) {
  return <span class={`chip ${colours[result]}`}>{nameOf(results, result)}</span>;
}
