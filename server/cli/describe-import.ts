import type { ImportReport, RowNote } from '../catalog/import/import-catalog.ts';
import type { ImportFormat } from '../catalog/import/import-event.ts';
import { printable } from './printable.ts';

const formatNames: Readonly<Record<ImportFormat, string>> = {
  'shopify-csv': 'a Shopify product export',
  'json-lines': 'JSON Lines',
  'google-tsv': 'a Google Merchant feed (TSV)',
  'google-xml': 'a Google Merchant feed (XML)',
};

const mostNotes = 20;

/** The report for people: sums, and the first of the refused rows with their line numbers. */
export function describeImport(report: ImportReport): string {
  const { rows, products, variants, refused, skipped, written } = report;
  const verb = written ? 'taken' : 'could be taken';
  return [
    `Read ${count(rows, 'row')} of ${formatNames[report.format]}: ${count(products, 'product')} with `,
    `${count(variants, 'variant')} ${verb}, ${refused.length} refused, ${skipped.length} skipped.\n`,
    ...listNotes('Refused', refused),
    ...listNotes('Skipped', skipped),
  ].join('');
}

/** The report for programs, whole. */
export function presentImport(report: ImportReport) {
  return {
    format: report.format,
    written: report.written,
    rows: report.rows,
    products: report.products,
    variants: report.variants,
    refused: report.refused,
    skipped: report.skipped,
  };
}

function listNotes(title: string, notes: readonly RowNote[]): string[] {
  if (notes.length === 0) return [];
  const lines = notes.slice(0, mostNotes).map(({ line, reason }) => `  line ${line}: ${printable(reason)}\n`);
  const more = notes.length - mostNotes;
  return [`${title}:\n`, ...lines, ...(more > 0 ? [`  and ${more} more; --json lists all\n`] : [])];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
