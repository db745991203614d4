import { hostname } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CatalogFileError } from '../catalog/import/import-errors.ts';
import { type ImportFormat, importFormats, type RowNote } from '../catalog/import/import-event.ts';
import type { ImportProgress } from '../catalog/import/import-source.ts';
import { allChatbots } from '../db/chatbots.ts';
import { operatorActor } from '../services/audit.ts';
import { type ImportReport, importStoreCatalog, presentFindings } from '../services/catalog-import.ts';
import { allowImageHosts } from '../services/chatbots.ts';
import {
  type AddWork,
  type CommandResult,
  printable,
  type StoreOperator,
  type StoreOptions,
  type Terminal,
} from './operator.ts';

interface ImportOptions extends StoreOptions {
  readonly format?: ImportFormat;
  readonly currency?: string;
  readonly shopUrl?: URL;
  readonly allowImageHosts: boolean;
  readonly partial: boolean;
  readonly replace: boolean;
}

const examples = `
Examples:
  agent-service catalog import products_export.csv --store str_9fQx... --currency EUR \\
    --shop-url https://shop.example --allow-image-hosts
  agent-service catalog import feed.xml --store str_9fQx... --replace
  curl -s https://shop.example/feed.tsv | agent-service catalog import - --store str_9fQx...`;

/** `catalog import`. */
export function addCatalogCommands(program: Command, add: AddWork, terminal: Terminal): void {
  const catalog = program.command('catalog').description('Products that agents can recommend.');
  add
    .ofStore<ImportOptions>(catalog.command('import'), (operator, options, file = '') =>
      importFile(operator, options, file, terminal),
    )
    .description('Insert or replace products from a file: a Shopify export, JSON Lines, or a Google feed.')
    .argument('<file>', 'a path, or - for the standard input')
    .addOption(new Option('--format <format>', 'when it is not detected').choices(importFormats))
    .option('--currency <code>', 'for prices without one; required for a file that has such prices')
    .option(
      '--shop-url <url>',
      'link products without an address to /products/<id> of this shop, https://shop.example',
      shopUrl,
    )
    .option('--allow-image-hosts', "let the store's chatbots show pictures of the hosts in the file", false)
    .option('--partial', 'import the valid rows although others are rejected', false)
    .option('--replace', 'remove the products that are not in the file', false)
    .addHelpText('after', examples);
}

async function importFile(
  operator: StoreOperator,
  options: ImportOptions,
  file: string,
  terminal: Terminal,
): Promise<CommandResult> {
  const progress = progressLine(terminal);
  const input = {
    ...options,
    source: file === '-' ? { stream: terminal.input } : { path: file },
    onProgress: progress.update,
    sourceName: 'command',
    owner: `command ${process.pid} of ${hostname()}`,
  };
  const by = { store: operator.store, actor: operatorActor };
  const report = await importStoreCatalog(operator, by, input)
    .catch(rethrowWithOption)
    .finally(progress.clear);
  const hidden = await hiddenHosts(operator, options, report);
  const text = `${describeImport(report)}${describeFindings(report)}${describeHosts(options, hidden)}`;
  const result = { json: { ...presentImport(report), image_hosts_not_allowed: hidden }, text };
  return report.written ? result : { ...result, failure: failureOf(report) };
}

/** The message of a missing currency is the dashboard's as well: here it names the option. */
function rethrowWithOption(error: unknown): never {
  if (!(error instanceof CatalogFileError) || error.code !== 'no_currency') throw error;
  throw new CatalogFileError(error.code, `${error.message} (--currency EUR)`);
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
  const { rows, products, variants, rejected, skipped, findings, written } = report;
  const outcome = written ? 'imported' : 'could be imported';
  return [
    `Read ${count(rows, 'row')} of ${formatNames[report.format]}: ${count(products, 'product')} with `,
    `${count(variants, 'variant')} ${outcome}, ${rejected.length} rejected, ${skipped.length} skipped.\n`,
    ...listNotes('Rejected', rejected),
    ...listNotes('Skipped', skipped),
    ...listNotes('Read, but check', findings.warnings),
  ].join('');
}

/** The complete report for programs. */
export function presentImport(report: ImportReport) {
  const { format, written, rows, products, variants, rejected, skipped, findings } = report;
  return { format, written, rows, products, variants, rejected, skipped, ...presentFindings(findings) };
}

/** What products lack for a card in the chat; empty when they lack nothing. */
function describeFindings({ findings }: ImportReport): string {
  const lacks: readonly (readonly [number, string])[] = [
    [findings.withoutLink, 'without a link: their cards lead nowhere; --shop-url builds links'],
    [findings.withoutPicture, 'without a picture'],
    [findings.withoutPrice, 'with the price 0'],
    [findings.withoutQuantity, 'without a quantity: only whether they are available is known'],
  ];
  return lacks
    .filter(([products]) => products > 0)
    .map(([products, what]) => `${count(products, 'product')} ${what}.\n`)
    .join('');
}

/** The picture hosts of the file that no chatbot of the store shows; with `--allow-image-hosts`, it allows them first. */
async function hiddenHosts(
  { change, reader }: StoreOperator,
  { allowImageHosts: isAllowing }: ImportOptions,
  { findings, written }: ImportReport,
): Promise<string[]> {
  const hosts = findings.imageHosts.map(({ host }) => host);
  if (isAllowing && written) {
    await change((context) => allowImageHosts(context, hosts));
    return [];
  }
  const chatbots = await allChatbots(reader);
  return hosts.filter((host) => !chatbots.some(({ image_hosts: allowed }) => allowed.includes(host)));
}

function describeHosts({ allowImageHosts: isAllowing }: ImportOptions, hidden: readonly string[]): string {
  if (hidden.length === 0) return '';
  const named = hidden.slice(0, maxNotes).map(printable).join(', ');
  const cure = 'agent-service chatbots update <chatbot-id> --store <store-id> --image-host <host>';
  const reason = isAllowing ? 'Nothing was imported, so' : 'Chatbots show pictures of allowed hosts only:';
  return `${reason} pictures of ${named} are not shown yet. Import with --allow-image-hosts, or:\n  ${cure}\n`;
}

function shopUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && ['https:', 'http:'].includes(url.protocol)) return url;
  throw new InvalidArgumentError('It must be an address such as https://shop.example.');
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
