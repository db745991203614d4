export type CatalogFileErrorCode =
  | 'unreadable'
  | 'empty_file'
  | 'not_utf8'
  | 'unknown_format'
  | 'wrong_header'
  | 'broken_file'
  | 'nothing_taken';

/** The whole file cannot be taken, whatever `partial` says. `line` is where reading stopped, if anywhere. */
export class CatalogFileError extends Error {
  readonly code: CatalogFileErrorCode;
  readonly line: number | undefined;

  constructor(code: CatalogFileErrorCode, message: string, line?: number) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.name = 'CatalogFileError';
    this.code = code;
    this.line = line;
  }
}
