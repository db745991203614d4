import { useEffect, useState } from 'preact/hooks';

/** A row of the service that a form changes. */
export interface Versioned {
  readonly version: number;
}

export interface Draft<Row, Fields> {
  /** The row that the changes are made to. */
  readonly base: Row;
  readonly fields: Fields;
  readonly isDirty: boolean;
  change(part: Partial<Fields>): void;
  /** Continues from another row: what is not saved is dropped. */
  reset(row: Row): void;
  /** Keeps the fields, and saves them over another version. */
  rebase(row: Row): void;
}

/**
 * The fields of a form and the version that they began from. A newer version that arrives while nothing is changed is
 * taken over; otherwise saving shows the conflict.
 */
export function useDraft<Row extends Versioned, Fields extends object>(
  row: Row,
  fieldsOf: (row: Row) => Fields,
): Draft<Row, Fields> {
  const [base, setBase] = useState(row);
  const [fields, setFields] = useState(() => fieldsOf(row));
  const isDirty = JSON.stringify(fields) !== JSON.stringify(fieldsOf(base));
  const reset = (next: Row): void => {
    setBase(next);
    setFields(fieldsOf(next));
  };
  useEffect(() => {
    if (row.version > base.version && !isDirty) reset(row);
  }, [row, base, isDirty]);
  return {
    base,
    fields,
    isDirty,
    change: (part) => setFields((before) => ({ ...before, ...part })),
    reset,
    rebase: setBase,
  };
}
