import type { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import { type Terminal, writeAnswer } from './terminal.ts';

/** `serve` and `migrate`. */
export function addServerCommands(program: Command, terminal: Terminal, environment: Environment): void {
  program
    .command('serve')
    .description('Serve the API over HTTPS until SIGTERM or SIGINT.')
    .option('--demo', 'fill an empty database with a demo shop, and write connection.json to DATA_DIR', false)
    .action(async (options: { demo: boolean }) => {
      const { serve } = await import('../main.ts');
      await serve(loadConfig(environment), options);
    });
  program
    .command('migrate')
    .description("Bring the database's tables up to date. `serve` does it too, when it starts.")
    .option('--json', 'answer in JSON')
    .action((options: { json?: boolean }) => migrate(terminal, environment, options));
}

async function migrate(
  terminal: Terminal,
  environment: Environment,
  options: { json?: boolean },
): Promise<void> {
  const { connectDatabase, migrateDatabase } = await import('../db/connect.ts');
  const db = await connectDatabase(loadConfig(environment));
  try {
    const migrations = await migrateDatabase(db);
    const text = migrations.length === 0 ? 'Nothing to do.\n' : `Ran ${migrations.join(', ')}.\n`;
    writeAnswer(terminal, options, { json: { migrations }, text });
  } finally {
    await db.destroy();
  }
}
