import { Option, type Command } from 'commander';
import { importFormats, type ImportFormat } from '../catalog/import/import-event.ts';
import { loadConfig } from '../config.ts';
import { importStoreCatalog } from '../services/catalog/import-store-catalog.ts';
import { CommandFailure } from './command-failure.ts';
import { describeImport, presentImport } from './describe-import.ts';
import { asOperator } from './operator.ts';
import type { Environment } from '../environment.ts';
import { showProgress } from './show-progress.ts';
import type { Terminal } from './terminal.ts';
import { writeAnswer } from './write-answer.ts';

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
