import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly name: string;
  /** Right-aligned where the table has columns. */
  readonly isNumber?: boolean;
  cell(row: Row): ComponentChildren;
}

interface DataTableProps<Row> {
  readonly label: string;
  /** The first one names its row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  keyOf(row: Row): string;
  /** Buttons at the end of the row. */
  actions?(row: Row): ComponentChildren;
}

/** A table that becomes a list of cards on narrow screens. The roles keep it a table there. */
export function DataTable<Row>({ label, columns, rows, keyOf, actions }: DataTableProps<Row>) {
  const [first, ...others] = columns;
  return (
    <table role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ name, isNumber }) => (
            <th key={name} role="columnheader" scope="col" class={isNumber ? 'number' : undefined}>
              {name}
            </th>
          ))}
          {actions && (
            <th role="columnheader" scope="col">
              <span class="hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            <th role="rowheader" scope="row" id={keyOf(row)}>
              {first?.cell(row)}
            </th>
            {others.map(({ name, isNumber, cell }) => (
              <td key={name} role="cell" data-label={name} class={isNumber ? 'number' : undefined}>
                <div>{cell(row)}</div>
              </td>
            ))}
            {actions && (
              <td role="cell" class="row-actions">
                <div class="row">{actions(row)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
