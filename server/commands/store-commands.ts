import { type Command, Option } from 'commander';
import { loadConfig } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import type { PlanName, StoreRecord } from '../db/records.ts';
import { createKey } from '../services/api-keys.ts';
import { createStore, listStores, setPlan } from '../services/stores.ts';
import { asOperator } from './operator.ts';
import { presentKey, presentStore } from './present.ts';
import { formatTable, readWholeNumber, type Terminal, writeAnswer } from './terminal.ts';

interface PlanOptions {
  readonly plan: PlanName;
  readonly requestsPerMinute?: number;
  readonly agents?: number;
  readonly json?: boolean;
}

/** `stores create`, `stores list` and `stores set-plan`. */
export function addStoreCommands(program: Command, terminal: Terminal, environment: Environment): void {
  const stores = program.command('stores').description('Stores and their plans.');
  withPlan(stores.command('create'))
    .description('Make a store and its first API key.')
    .requiredOption('--name <name>', 'what people call it (required)')
    .addHelpText('after', '\nExample:\n  agent-service stores create --name "Lamps & Co" --plan pro')
    .action((options: PlanOptions & { name: string }) => create(terminal, environment, options));
  stores
    .command('list')
    .description('All stores, oldest first, with the limits that hold for each.')
    .option('--json', 'answer in JSON')
    .action(async (options: { json?: boolean }) => {
      const found = await asOperator(loadConfig(environment), listStores);
      writeAnswer(terminal, options, { json: found.map(presentStore), text: table(found) });
    });
  withPlan(stores.command('set-plan'))
    .description("Put a store on a plan. Limits that are not given are the plan's.")
    .argument('<store-id>')
    .addHelpText(
      'after',
      '\nExample:\n  agent-service stores set-plan str_9fQx... --plan enterprise --requests-per-minute 6000',
    )
    .action(async (storeId: string, options: PlanOptions) => {
      const store = await asOperator(loadConfig(environment), (operator) =>
        setPlan(operator, storeId, limitsIn(options)),
      );
      writeAnswer(terminal, options, { json: presentStore(store), text: table([store]) });
    });
}

async function create(
  terminal: Terminal,
  environment: Environment,
  options: PlanOptions & { name: string },
): Promise<void> {
  await asOperator(loadConfig(environment), async (operator) => {
    const store = await createStore(operator, { name: options.name, ...limitsIn(options) });
    const { key, record } = await createKey(operator, store.id);
    writeAnswer(terminal, options, {
      json: { ...presentStore(store), api_key: { ...presentKey(record), key } },
      text: `${table([store])}\nAPI key (${record.id}): ${key}\n`,
    });
  });
}

function withPlan(command: Command): Command {
  return command
    .addOption(
      new Option('--plan <plan>', 'decides the limits')
        .choices(['free', 'starter', 'pro', 'enterprise'] satisfies PlanName[])
        .makeOptionMandatory(),
    )
    .option('--requests-per-minute <number>', "a limit of its own in place of the plan's", readWholeNumber)
    .option('--agents <number>', "an agent limit of its own in place of the plan's", readWholeNumber)
    .option('--json', 'answer in JSON');
}

function limitsIn(options: PlanOptions) {
  const { plan, requestsPerMinute = null, agents: agentLimit = null } = options;
  return { plan, requestsPerMinute, agentLimit };
}

function table(stores: readonly StoreRecord[]): string {
  const rows = stores
    .map(presentStore)
    .map((store) => [
      store.id,
      store.name,
      store.plan,
      store.requests_per_minute ?? 'unlimited',
      store.agent_limit ?? 'unlimited',
      store.created_at,
    ]);
  return formatTable(['ID', 'NAME', 'PLAN', 'REQUESTS/MIN', 'AGENTS', 'CREATED'], rows);
}
