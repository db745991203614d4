/** The database cannot be opened or is not fit for use: one line for the operator, without credentials. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}
