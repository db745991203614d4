import { hostname } from 'node:os';
import { type Command, Option } from 'commander';
import type { ImportReport, RowNote } from '../catalog/import/import-catalog.ts';
import { type ImportFormat, importFormats } from '../catalog/import/import-event.ts';
import type { ImportProgress } from '../catalog/import/import-source.ts';
import { operatorActor } from '../services/audit.ts';
import { importStoreCatalog } from '../services/catalog-import.ts';
import { type OutputOptions, printable, type RunAsOperator, type Terminal } from './operator.ts';

interface ImportOptions extends OutputOptions {
  readonly store: string;
  readonly format?: ImportFormat;
  readonly currency?: string;
  readonly partial: boolean;
  readonly replace: boolean;
}

const examples = `
Examples:
  agent-service catalog import products_export.csv --store str_9fQx... --currency EUR
  agent-service catalog import feed.xml --store str_9fQx... --replace
  curl -s https://shop.example/feed.tsv | agent-service catalog import - --store str_9fQx...`;

/** `catalog import`. */
export function addCatalogCommands(program: Command, run: RunAsOperator, terminal: Terminal): void {
  program
    .command('catalog')
    .description('Products that agents can recommend.')
    .command('import')
    .description('Insert or replace products from a file: a Shopify export, JSON Lines, or a Google feed.')
    .argument('<file>', 'a path, or - for the standard input')
    .requiredOption('--store <store-id>', 'the store of the products (required)')
    .addOption(new Option('--format <format>', 'when it is not detected').choices(importFormats))
    .option('--currency <code>', 'for prices without one (default: USD)')
    .option('--partial', 'import the valid rows although others are rejected', false)
    .option('--replace', 'remove the products that are not in the file', false)
    .option('--json', 'print JSON, with every rejected row')
    .addHelpText('after', examples)
    .action((file: string, options: ImportOptions) =>
      run(options, async (operator) => {
        const source = file === '-' ? { stream: terminal.input } : { path: file };
        const progress = progressLine(terminal);
        const input = {
          ...options,
          source,
          onProgress: progress.update,
          sourceName: 'command',
          owner: `command ${process.pid} of ${hostname()}`,
          actor: operatorActor,
        };
        const report = await importStoreCatalog(operator, options.store, input).finally(progress.clear);
        const result = { json: presentImport(report), text: describeImport(report) };
        return report.written ? result : { ...result, failure: failureOf(report) };
      }),
    );
}

function failureOf({ products }: ImportReport): string {
  return products === 0
    ? 'nothing was imported: the file has no valid row'
    : 'nothing was imported: correct the rejected rows, or add --partial to import the others';
}

const formatNames: Readonly<Record<ImportFormat, string>> = {
  'shopify-csv': 'a Shopify product export',
  'json-lines': 'JSON Lines',
  'google-tsv': 'a Google Merchant feed (TSV)',
  'google-xml': 'a Google Merchant feed (XML)',
};

/** The report for people: totals, and the first rejected and skipped rows with their line numbers. */
export function describeImport(report: ImportReport): string {
  const { rows, products, variants, rejected, skipped, written } = report;
  const outcome = written ? 'imported' : 'could be imported';
  return [
    `Read ${count(rows, 'row')} of ${formatNames[report.format]}: ${count(products, 'product')} with `,
    `${count(variants, 'variant')} ${outcome}, ${rejected.length} rejected, ${skipped.length} skipped.\n`,
    ...listNotes('Rejected', rejected),
    ...listNotes('Skipped', skipped),
  ].join('');
}

/** The complete report for programs. */
export function presentImport(report: ImportReport) {
  const { format, written, rows, products, variants, rejected, skipped } = report;
  return { format, written, rows, products, variants, rejected, skipped };
}

const maxNotes = 20;

function listNotes(title: string, notes: readonly RowNote[]): string[] {
  if (notes.length === 0) return [];
  const lines = notes.slice(0, maxNotes).map(({ line, reason }) => `  line ${line}: ${printable(reason)}\n`);
  const more = notes.length - maxNotes;
  return [`${title}:\n`, ...lines, ...(more > 0 ? [`  and ${more} more; --json lists all\n`] : [])];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A line that is rewritten while a file is read and cleared at its end; nothing when no person reads it. */
function progressLine(terminal: Terminal) {
  let shown = '';
  return {
    update({ bytesRead, bytesTotal }: ImportProgress): void {
      const megabytes = `${(bytesRead / 1_000_000).toFixed(1)} MB`;
      const text = bytesTotal ? `${Math.floor((100 * bytesRead) / bytesTotal)} %` : megabytes;
      if (!terminal.isInteractive || text === shown) return;
      shown = text;
      terminal.error(`\rReading: ${text}`);
    },
    clear(): void {
      if (shown !== '') terminal.error('\r\u001b[K');
    },
  };
}
