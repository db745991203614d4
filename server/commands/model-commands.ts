import type { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import { checkModels, checkTimeoutMs } from '../models/check-models.ts';
import { type AddWork, formatTable, type OutputOptions, printResult, type Terminal } from './operator.ts';

/** `check-models`. */
export function addModelCommands(
  program: Command,
  _add: AddWork,
  terminal: Terminal,
  environment: Environment,
): void {
  program
    .command('check-models')
    .description('Call each configured vendor once, and report what is wrong with its key, model or URL.')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const checks = await checkModels(loadConfig(environment).models, AbortSignal.timeout(checkTimeoutMs));
      const broken = checks.filter(({ problem }) => problem !== null).length;
      const rows = checks.map((check) => [
        check.provider,
        check.vendor,
        check.model,
        `${check.ms} ms`,
        check.problem ?? 'ok',
      ]);
      const text = formatTable(['PROVIDER', 'VENDOR', 'MODEL', 'TIME', 'RESULT'], rows);
      printResult(terminal, options, {
        json: { checks },
        text:
          checks.length === 0 ? 'No vendor is configured: set PROVIDER_ONE_API_KEY, for example.\n' : text,
        ...(broken === 0 ? {} : { failure: `${broken} of ${checks.length} vendors cannot be used` }),
      });
    });
}
