import type { Logger } from 'pino';
import { type Config, dashboardLink } from '../config/config.ts';
import { hasPeople } from '../db/users.ts';
import { issueSetupCode, type SetupDeps } from '../services/setup.ts';

export interface AnnounceDeps extends Pick<SetupDeps, 'database'> {
  readonly config: Pick<Config, 'dashboardHost' | 'publicUrl'>;
  readonly log: Pick<Logger, 'info'>;
}

/**
 * Prints how the first person gets into the dashboard, at PUBLIC_URL or else `baseUrl`; nothing once there is somebody. Only a terminal gets the link, which
 * works once within 15 minutes (decision 0046). `print` is null where nobody reads the output: a file or a log collector
 * would keep the link.
 */
export async function announceSetup(
  deps: AnnounceDeps,
  baseUrl: string,
  print: ((text: string) => unknown) | null,
): Promise<void> {
  if (await hasPeople(deps.database)) return;
  if (print === null) {
    deps.log.info('nobody can sign in to the dashboard yet: use agent-service users invite');
    return;
  }
  const code = await issueSetupCode(deps);
  if (code === undefined) return;
  const link = dashboardLink(deps.config, deps.config.publicUrl ?? baseUrl, `setup=${code}`);
  print(
    `\nNobody can sign in to the dashboard yet. This link adds its first owner, once within 15 minutes:\n\n  ${link}\n\n`,
  );
}
