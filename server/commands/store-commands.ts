import { type Command, InvalidArgumentError, Option } from 'commander';
import type { PlanName } from '../../generated/plans.ts';
import type { StoreRecord } from '../db/records.ts';
import { listStores } from '../db/stores.ts';
import { operatorActor } from '../services/audit.ts';
import { createKey } from '../services/api-keys.ts';
import { limitsOf } from '../services/plans.ts';
import { createStore, planNames, setPlan, type StoreChange, updateStore } from '../services/stores.ts';
import { presentKey } from './key-commands.ts';
import {
  type AddWork,
  changeAsOperator,
  formatTable,
  type Operator,
  type OutputOptions,
  printable,
  requireChange,
} from './operator.ts';

interface PlanOptions extends OutputOptions {
  readonly plan: PlanName;
  readonly requestsPerMinute?: number;
  readonly agents?: number;
}

/** `stores create`, `list`, `set-plan` and `update`. */
export function addStoreCommands(program: Command, add: AddWork): void {
  const stores = program.command('stores').description('Stores and their plans.');
  add<PlanOptions & { name: string }>(
    addPlanOptions(stores.command('create')),
    async ({ database, keyring }, options) => {
      const input = { name: options.name, ...planInputOf(options) };
      const { store, key, record } = await database.changeAll(operatorActor, async (context) => {
        const created = await createStore(context, input);
        return { store: created, ...(await createKey(context.of(created), keyring)) };
      });
      return {
        json: { ...presentStore(store), api_key: { ...presentKey(record), key } },
        text: `${table([store])}\nAPI key (${record.id}): ${key}\n${planHint(store)}`,
      };
    },
    'creates',
  )
    .description('Create a store and its first API key.')
    .requiredOption('--name <name>', 'name for people (required)')
    .addHelpText('after', '\nExample:\n  agent-service stores create --name "Lamps & Co" --plan pro');
  add(stores.command('list'), async ({ database }) => {
    const found = await listStores(database);
    return { json: found.map(presentStore), text: table(found) };
  }).description('List all stores, oldest first, with their limits.');
  add<PlanOptions>(
    addPlanOptions(stores.command('set-plan <store-id>')),
    async (operator, options, storeId = '') => {
      const input = planInputOf(options);
      const store = await changeAsOperator(operator, storeId, (context) => setPlan(context, input));
      return { json: presentStore(store), text: table([store]) };
    },
  )
    .description("Change a store's plan. Limits that are not given become the plan's.")
    .addHelpText(
      'after',
      '\nExample:\n  agent-service stores set-plan str_9fQx... --plan enterprise --requests-per-minute 6000',
    );
  addUpdateCommand(stores, add);
}

interface UpdateOptions extends OutputOptions {
  readonly monthlyCap?: number | 'none';
  readonly contact?: string;
}

const updateExamples = `
Examples:
  agent-service stores update str_9fQx... --monthly-cap 50
  agent-service stores update str_9fQx... --contact help@shop.example`;

function addUpdateCommand(stores: Command, add: AddWork): void {
  const update = stores
    .command('update <store-id>')
    .description('Change what the replies of a store may cost in a month, or whom the assistant names.')
    .option(
      '--monthly-cap <usd>',
      'in US dollars, at the prices of MODEL_PRICES; none removes the cap',
      capOf,
    )
    .option('--contact <text>', 'for what it does not know: an address, a telephone number; empty for none')
    .addHelpText('after', updateExamples);
  add<UpdateOptions>(requireChange(update), async (operator, options, storeId = '') => {
    const change = changeOf(options);
    const store = await changeAsOperator(operator, storeId, (context) => updateStore(context, change));
    return { json: presentStore(store), text: table([store]) + notesOn(operator, store) };
  });
}

function changeOf({ monthlyCap: cap, contact }: UpdateOptions): StoreChange {
  return {
    ...(cap !== undefined && { monthly_cap: cap === 'none' ? null : cap }),
    ...(contact !== undefined && { contact: contact.trim() === '' ? null : contact }),
  };
}

function notesOn(
  { config }: Operator,
  { monthly_cap_micros: monthlyCapMicros, contact }: StoreRecord,
): string {
  const prices =
    'MODEL_PRICES is not set here: without prices, replies cost nothing and no cap is reached.\n';
  return [
    contact === null ? '' : `\nThe assistant names: ${printable(contact)}\n`,
    monthlyCapMicros === null || config.modelPrices.size > 0 ? '' : `\n${prices}`,
  ].join('');
}

function capOf(value: string): number | 'none' {
  if (value === 'none') return value;
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(value)) {
    throw new InvalidArgumentError('It must be an amount of US dollars, such as 49.50, or none.');
  }
  return Number(value);
}

/** How to change what the plan allows. */
function planHint({ id, plan }: StoreRecord): string {
  return `\nThe plan is ${plan}. To change it: agent-service stores set-plan ${id} --plan <plan>\n`;
}

function addPlanOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--plan <plan>', 'decides the limits (required)').choices(planNames).makeOptionMandatory(),
    )
    .option('--requests-per-minute <number>', "a rate limit in place of the plan's", wholeNumber)
    .option('--agents <number>', "an agent limit in place of the plan's", wholeNumber);
}

function planInputOf(options: PlanOptions) {
  const { plan, requestsPerMinute = null, agents = null } = options;
  return { plan, requests_per_minute: requestsPerMinute, agent_limit: agents };
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

/** A limit of null: unlimited. */
function presentStore(store: StoreRecord) {
  const limits = limitsOf(store);
  return {
    id: store.id,
    name: store.name,
    plan: store.plan,
    requests_per_minute: limits.requestsPerMinute,
    agent_limit: limits.agents,
    monthly_cap: store.monthly_cap_micros === null ? null : store.monthly_cap_micros / 1e6,
    contact: store.contact,
    created_at: store.created_at,
  };
}

function table(stores: readonly StoreRecord[]): string {
  const rows = stores.map((store) => {
    const { requestsPerMinute, agents } = limitsOf(store);
    const { monthly_cap_micros: cap } = store;
    const limits = [requestsPerMinute ?? 'unlimited', agents ?? 'unlimited', cap === null ? null : cap / 1e6];
    return [store.id, store.name, store.plan, ...limits, store.created_at];
  });
  return formatTable(['ID', 'NAME', 'PLAN', 'REQUESTS/MIN', 'AGENTS', 'CAP USD', 'CREATED'], rows);
}
