import { Link } from 'wouter-preact';
import { Define, type DefinedNumber, ShareBar } from './figures.tsx';

export interface BarRow {
  readonly name: string;
  /** Below the name. */
  readonly note?: string | undefined;
  readonly definition?: DefinedNumber;
  /** What its name opens. */
  readonly href?: string | undefined;
  /** Of the bar, from 0 to 1; all rows have one, or none. */
  readonly share?: number;
  readonly cells: readonly string[];
}

interface BarTableProps {
  readonly label: string;
  readonly rowName: string;
  /** Of the cells. */
  readonly columns: readonly string[];
  readonly rows: readonly BarRow[];
  readonly total?: { readonly name: string; readonly cells: readonly string[] };
}

/** Rows of a name, a bar and numbers, or without bars. */
export function BarTable({ label, rowName, columns, rows, total }: BarTableProps) {
  const hasBars = rows.some(({ share }) => share !== undefined);
  const numbers = (cells: readonly string[]) => cells.map((cell, index) => <td key={index}>{cell}</td>);
  return (
    <table class={hasBars ? 'bars' : undefined} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{rowName}</th>
          {hasBars && (
            <th scope="col">
              <span class="hidden">Bar</span>
            </th>
          )}
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, note, definition, href, share, cells }, index) => (
          <tr key={index}>
            <th scope="row">
              {href === undefined ? name : <Link href={href}>{name}</Link>}
              {definition !== undefined && <Define name={name} definition={definition} />}
              {note && <div class="small soft">{note}</div>}
            </th>
            {share !== undefined && (
              <td>
                <ShareBar share={share} />
              </td>
            )}
            {numbers(cells)}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr>
            <th scope="row">{total.name}</th>
            <td />
            {numbers(total.cells)}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
