import { type Command, Option } from 'commander';
import type { ImportReport, RowNote } from '../catalog/import/import-catalog.ts';
import { type ImportFormat, importFormats } from '../catalog/import/import-event.ts';
import type { ImportProgress } from '../catalog/import/import-source.ts';
import { loadConfig } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import { importStoreCatalog } from '../services/catalog-import.ts';
import { asOperator } from './operator.ts';
import { CommandFailure } from './run.ts';
import { printable, type Terminal, writeAnswer } from './terminal.ts';

interface ImportOptions {
  readonly store: string;
  readonly format?: ImportFormat;
  readonly currency?: string;
  readonly partial: boolean;
  readonly replace: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  agent-service catalog import products_export.csv --store str_9fQx... --currency EUR
  agent-service catalog import feed.xml --store str_9fQx... --replace
  curl -s https://shop.example/feed.tsv | agent-service catalog import - --store str_9fQx...`;

/** `catalog import`. */
export function addCatalogCommands(program: Command, terminal: Terminal, environment: Environment): void {
  const catalog = program.command('catalog').description('Products that agents may speak of.');
  catalog
    .command('import')
    .description('Insert or replace products from a file: a Shopify export, JSON Lines, or a Google feed.')
    .argument('<file>', 'a path, or - for the standard input')
    .requiredOption('--store <store-id>', 'whose products these are (required)')
    .addOption(new Option('--format <format>', 'where it is not plain to see').choices(importFormats))
    .option('--currency <code>', 'for prices that name none (default: USD)')
    .option('--partial', 'take the good rows although others are refused', false)
    .option('--replace', 'remove the products that the file does not have', false)
    .option('--json', 'answer in JSON, with every refused row')
    .addHelpText('after', examples)
    .action((file: string, options: ImportOptions) => importFile(terminal, environment, file, options));
}

async function importFile(
  terminal: Terminal,
  environment: Environment,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const { store, format, currency, partial, replace } = options;
  const progress = showProgress(terminal);
  const input = {
    source: file === '-' ? { stream: process.stdin } : { path: file },
    ...(format !== undefined && { format }),
    ...(currency !== undefined && { currency }),
    partial,
    replace,
    onProgress: progress.update,
  };
  const report = await asOperator(loadConfig(environment), (operator) =>
    importStoreCatalog(operator, store, input),
  ).finally(progress.end);
  writeAnswer(terminal, options, { json: presentImport(report), text: describeImport(report) });
  if (!report.written) throw new CommandFailure(reasonForNothing(report.products));
}

function reasonForNothing(products: number): string {
  return products === 0
    ? 'nothing was imported: no row could be taken'
    : 'nothing was imported: correct the refused rows, or add --partial to take the others';
}

const formatNames: Readonly<Record<ImportFormat, string>> = {
  'shopify-csv': 'a Shopify product export',
  'json-lines': 'JSON Lines',
  'google-tsv': 'a Google Merchant feed (TSV)',
  'google-xml': 'a Google Merchant feed (XML)',
};

const mostNotes = 20;

/** The report for people: sums, and the first of the refused rows with their line numbers. */
export function describeImport(report: ImportReport): string {
  const { rows, products, variants, rejected, skipped, written } = report;
  const verb = written ? 'taken' : 'could be taken';
  return [
    `Read ${count(rows, 'row')} of ${formatNames[report.format]}: ${count(products, 'product')} with `,
    `${count(variants, 'variant')} ${verb}, ${rejected.length} rejected, ${skipped.length} skipped.\n`,
    ...listNotes('Rejected', rejected),
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
    rejected: report.rejected,
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

/** A line that grows while a file is read, and is gone at the end; nothing where nobody watches. */
export function showProgress(terminal: Terminal): {
  update(progress: ImportProgress): void;
  end(): void;
} {
  let shown = '';
  return {
    update({ bytesRead, bytesTotal }) {
      if (!terminal.isInteractive) return;
      const text = bytesTotal ? `${Math.floor((100 * bytesRead) / bytesTotal)} %` : megabytes(bytesRead);
      if (text === shown) return;
      shown = text;
      terminal.error(`\rReading: ${text}`);
    },
    end() {
      if (shown !== '') terminal.error('\r\u001b[K');
      shown = '';
    },
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
