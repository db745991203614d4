import { CsvError, parse } from 'csv-parse/sync';
import { plainText } from '../catalog/import/plain-text.ts';
import type { Passage } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { splitPassages } from './split-passages.ts';

/**
 * Reads a CSV table with the columns `question` and `answer` into a passage for each pair; answers may have HTML. Rows
 * without an answer are left out. Throws ServiceError `invalid_request` with the line of what is wrong.
 */
export function readQuestionPairs(name: string, csv: string): Passage[] {
  const rows = parseTable(name, csv);
  const header = rows[0]?.map((cell) => cell.trim().toLowerCase()) ?? [];
  const [question, answer] = [header.indexOf('question'), header.indexOf('answer')];
  if (question === -1 || answer === -1) {
    throw new ServiceError(
      'invalid_request',
      `${name}: line 1: it must have the columns question and answer, separated by commas`,
    );
  }
  return rows.slice(1).flatMap((row) => {
    const title = plainText(row[question] ?? '').replaceAll('\n', ' ');
    return title === '' ? [] : splitPassages(plainText(row[answer] ?? ''), title);
  });
}

function parseTable(name: string, csv: string): string[][] {
  try {
    return parse(csv, { bom: true, relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ServiceError('invalid_request', `${name}: it is no CSV table: ${error.message}`);
  }
}
