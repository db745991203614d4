import { type Command, InvalidArgumentError, Option } from 'commander';
import type { PlanName } from '../../generated/plans.ts';
import type { StoreRecord } from '../db/records.ts';
import { type AuditAction, audited, type AuditEntries, operatorActor } from '../services/audit.ts';
import { createKey } from '../services/api-keys.ts';
import { limitsOf } from '../services/plans.ts';
import { createStore, listStores, planNames, setContact, setPlan } from '../services/stores.ts';
import { presentKey } from './key-commands.ts';
import { formatTable, type Operator, type OutputOptions, printable, type RunAsOperator } from './operator.ts';

interface PlanOptions extends OutputOptions {
  readonly plan: PlanName;
  readonly requestsPerMinute?: number;
  readonly agents?: number;
}

interface UpdateOptions extends OutputOptions {
  readonly contact: string;
}

/** `stores create`, `list`, `set-plan` and `update`. */
export function addStoreCommands(program: Command, run: RunAsOperator): void {
  const stores = program.command('stores').description('Stores and their plans.');
  addPlanOptions(stores.command('create'))
    .description('Create a store and its first API key.')
    .requiredOption('--name <name>', 'name for people (required)')
    .addHelpText('after', '\nExample:\n  agent-service stores create --name "Lamps & Co" --plan pro')
    .action((options: PlanOptions & { name: string }) =>
      run(
        options,
        async (operator) => {
          const input = { name: options.name, ...planInputOf(options) };
          const store = await audited(
            operator,
            (joined) => createStore(joined, input),
            changed('store.created'),
          );
          const { key, record } = await createKey(operator, store.id, operatorActor);
          return {
            json: { ...presentStore(store), api_key: { ...presentKey(record), key } },
            text: `${table([store])}\nAPI key (${record.id}): ${key}\n${planHint(store)}`,
          };
        },
        'creates',
      ),
    );
  stores
    .command('list')
    .description('List all stores, oldest first, with their limits.')
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      run(options, async (operator) => {
        const found = await listStores(operator);
        return { json: found.map(presentStore), text: table(found) };
      }),
    );
  addPlanOptions(stores.command('set-plan <store-id>'))
    .description("Change a store's plan. Limits that are not given become the plan's.")
    .addHelpText(
      'after',
      '\nExample:\n  agent-service stores set-plan str_9fQx... --plan enterprise --requests-per-minute 6000',
    )
    .action((storeId: string, options: PlanOptions) =>
      run(options, async (operator) => {
        const input = planInputOf(options);
        const setJoined = (joined: Operator) => setPlan(joined, storeId, input);
        const store = await audited(operator, setJoined, changed('store.plan_changed'));
        return { json: presentStore(store), text: table([store]) };
      }),
    );
  addUpdateCommand(stores, run);
}

function addUpdateCommand(stores: Command, run: RunAsOperator): void {
  stores
    .command('update <store-id>')
    .description('Set whom the assistant names for what it does not know.')
    .requiredOption('--contact <text>', 'an address, a telephone number, hours; empty for none (required)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  agent-service stores update str_9fQx... --contact help@shop.example')
    .action((storeId: string, options: UpdateOptions) =>
      run(options, async (operator) => {
        const contact = options.contact.trim() === '' ? null : options.contact;
        const setJoined = (joined: Operator) => setContact(joined, storeId, contact);
        const store = await audited(operator, setJoined, contactChanged);
        const text =
          store.contact === null ? 'No contact.\n' : `The assistant names: ${printable(store.contact)}\n`;
        return { json: presentStore(store), text };
      }),
    );
}

function contactChanged({ id, contact }: StoreRecord): AuditEntries {
  const detail = contact ?? 'none';
  return { storeIds: [id], actor: operatorActor, action: 'store.contact_changed', subject: id, detail };
}

/** How to change what the plan allows. */
function planHint({ id, plan }: StoreRecord): string {
  return `\nThe plan is ${plan}. To change it: agent-service stores set-plan ${id} --plan <plan>\n`;
}

/** The entry of a change of a store. */
function changed(action: AuditAction) {
  return ({ id, name, plan }: StoreRecord) => {
    const detail = `${name}, plan ${plan}`;
    return { storeIds: [id], actor: operatorActor, action, subject: id, detail };
  };
}

function addPlanOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--plan <plan>', 'decides the limits (required)').choices(planNames).makeOptionMandatory(),
    )
    .option('--requests-per-minute <number>', "a rate limit in place of the plan's", wholeNumber)
    .option('--agents <number>', "an agent limit in place of the plan's", wholeNumber)
    .option('--json', 'print JSON');
}

function planInputOf(options: PlanOptions) {
  const { plan, requestsPerMinute = null, agents: agentLimit = null } = options;
  return { plan, requestsPerMinute, agentLimit };
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
    contact: store.contact,
    created_at: store.createdAt,
  };
}

function table(stores: readonly StoreRecord[]): string {
  const rows = stores.map((store) => {
    const { requestsPerMinute, agents } = limitsOf(store);
    const limits = [requestsPerMinute ?? 'unlimited', agents ?? 'unlimited'];
    return [store.id, store.name, store.plan, ...limits, store.createdAt];
  });
  return formatTable(['ID', 'NAME', 'PLAN', 'REQUESTS/MIN', 'AGENTS', 'CREATED'], rows);
}
