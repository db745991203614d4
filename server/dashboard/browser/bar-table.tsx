import { Link } from 'wouter-preact';
import { Define, type DefinedNumber, ShareBar } from './figures.tsx';

export interface BarRow {
  readonly name: string;
  readonly definition?: DefinedNumber;
  /** What its name opens. */
  readonly href?: string | undefined;
  /** Of the bar, from 0 to 1. */
  readonly share: number;
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

/** Rows of a name, a bar and numbers. */
export function BarTable({ label, rowName, columns, rows, total }: BarTableProps) {
  const numbers = (cells: readonly string[]) => cells.map((cell, index) => <td key={index}>{cell}</td>);
  return (
    <table class="bars" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{rowName}</th>
          <th scope="col">
            <span class="hidden">Bar</span>
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, definition, href, share, cells }) => (
          <tr key={name}>
            <th scope="row">
              {href === undefined ? name : <Link href={href}>{name}</Link>}
              {definition !== undefined && <Define name={name} definition={definition} />}
            </th>
            <td>
              <ShareBar share={share} />
            </td>
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
