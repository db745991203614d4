import { type Config, dashboardLink } from '../config/config.ts';
import { issueSetupCode, type SetupDeps } from '../services/setup.ts';

export interface AnnounceDeps extends Pick<SetupDeps, 'repositories' | 'clock'> {
  readonly config: Pick<Config, 'dashboardHost'>;
}

/** Where the process prints to. */
export interface SetupOutput {
  /** Whether a person reads it: a file or a log collector would keep the link. */
  readonly isTerminal: boolean;
  write(text: string): unknown;
}

/**
 * Prints how the first person gets into the dashboard; nothing once there is somebody. Only a terminal gets the link, which
 * works once within 15 minutes (decision 0046).
 */
export async function announceSetup(deps: AnnounceDeps, baseUrl: string, output: SetupOutput): Promise<void> {
  if (await deps.repositories.users.hasAny()) return;
  if (!output.isTerminal) {
    output.write(
      'Nobody can sign in to the dashboard yet: agent-service users invite <email> --store <store-id> --role owner\n',
    );
    return;
  }
  const code = await issueSetupCode(deps);
  if (code === undefined) return;
  const link = dashboardLink(deps.config, baseUrl, `setup=${code}`);
  output.write(
    `\nNobody can sign in to the dashboard yet. This link adds its first owner, once within 15 minutes:\n\n  ${link}\n\n`,
  );
}
