/** Columns whose text is JSON: queries return its value, and `toRow` makes it text again. */
const jsonColumns = {
  agents: ['config'],
  audit_log: ['changes'],
  catalog_imports: ['rejected', 'findings'],
  chatbots: ['config', 'allowed_origins', 'image_hosts', 'link_hosts'],
  knowledge_documents: ['passages'],
  orders: ['items'],
} as const;

export type JsonTable = keyof typeof jsonColumns;

/** A record as it is written. */
export type Row<Name extends JsonTable, Value> = {
  [Column in keyof Value]: Column extends (typeof jsonColumns)[Name][number]
    ? string | Extract<Value[Column], null>
    : Value[Column];
};

/** A record, or a part of one, as its table holds it. */
export function toRow<Name extends JsonTable, Value extends object>(
  name: Name,
  record: Value,
): Row<Name, Value> {
  const columns = new Set<string>(jsonColumns[name]);
  const row = Object.entries(record).map(([column, value]) => [
    column,
    columns.has(column) && value !== null ? JSON.stringify(value) : value,
  ]);
  // The same columns, and text where `Row` has text.
  return Object.fromEntries(row) as Row<Name, Value>;
}

const jsonNames = [...new Set<string>(Object.values(jsonColumns).flat())];
/** Columns that are 0 or 1 in SQLite: queries return booleans. */
const booleanNames = ['allow_private', 'is_estimated', 'is_test', 'wants_notices'];

/**
 * For Knex's `postProcessResponse`: parses the JSON of every row, and makes its booleans booleans. A column of one of these
 * names holds the same in every table.
 */
export function parseRows(result: unknown): unknown {
  const rows: unknown[] = Array.isArray(result) ? result : [result];
  const [first] = rows;
  if (!isRow(first)) return result;
  const json = jsonNames.filter((name) => name in first);
  const booleans = booleanNames.filter((name) => name in first);
  for (const row of json.length + booleans.length > 0 ? rows.filter(isRow) : []) {
    for (const name of json) {
      const text = row[name];
      if (typeof text === 'string') row[name] = JSON.parse(text);
    }
    for (const name of booleans) if (row[name] !== null) row[name] = Boolean(row[name]);
  }
  return result;
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
