import { Link } from 'wouter-preact';
import type { Schemas, Store } from './client.ts';
import { conversationsHref, nameOf, results } from './conversation-query.ts';
import { formatCount, formatShares } from './figure-formats.ts';
import { Define, Panel, ShareBar } from './figures.tsx';
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
  readonly now: Schemas['DayFigures'];
  readonly before: Schemas['DayFigures'];
}

/** The results of all replies: each reply has exactly one, so that they add up. */
export function ResultsPanel({ store, query, now, before }: ResultsPanelProps) {
  const shares = formatShares(results.map(([result]) => now.results[result]));
  const sharesBefore = formatShares(results.map(([result]) => before.results[result]));
  return (
    <Panel title="Results of replies" definition="replies" wide>
      <table class="bars" aria-label="Results of replies">
        <thead>
          <tr>
            <th scope="col">Result</th>
            <th scope="col">
              <span class="hidden">Bar</span>
            </th>
            <th scope="col">Replies</th>
            <th scope="col">Share</th>
            <th scope="col">Before</th>
          </tr>
        </thead>
        <tbody>
          {results.map(([result, name], index) => (
            <tr key={result}>
              <th scope="row">
                <Link href={conversationsHref(store.id, { ...query, result })}>{name}</Link>
                <Define name={name} definition={result} />
              </th>
              <td>
                <ShareBar share={now.replies === 0 ? 0 : now.results[result] / now.replies} />
              </td>
              <td>{formatCount(now.results[result])}</td>
              <td>{shares[index]}</td>
              <td class="soft">{sharesBefore[index]}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All replies</th>
            <td />
            <td>{formatCount(now.replies)}</td>
            <td>{now.replies === 0 ? '–' : '100%'}</td>
            <td class="soft">{formatCount(before.replies)} replies</td>
          </tr>
        </tfoot>
      </table>
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
