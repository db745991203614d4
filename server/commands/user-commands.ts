import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Config, dashboardLink } from '../config/config.ts';
import type { MemberRecord, Role } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { inviteMember, listMembers, normalEmail, removeMember, roles } from '../services/users.ts';
import {
  addStoreOptions,
  changeAsOperator,
  formatTable,
  type RunAsOperator,
  serviceAddress,
  type StoreOptions,
} from './operator.ts';

interface InviteOptions extends StoreOptions {
  readonly role: Role;
  readonly baseUrl?: string;
}

const inviteHelp = `
The link signs in once within 15 minutes: pass it on over a channel that you trust. It is also the cure for a lost
password: the person's password and sessions end, and a new link replaces older ones.

Example:
  agent-service users invite ana@shop.example --store str_9fQx... --role owner --base-url https://agents.shop.example`;

/** `users invite`, `list` and `remove`: the people who sign in to the dashboard (decision 0039). */
export function addUserCommands(program: Command, run: RunAsOperator): void {
  const users = program.command('users').description('People who sign in to the dashboard, by store.');
  addStoreOptions(users.command('invite <email>'))
    .description('Add a person to a store and print a link that signs them in.')
    .addOption(
      new Option('--role <role>', 'a member does everything but API keys and team')
        .choices(roles)
        .makeOptionMandatory(),
    )
    .option(
      '--base-url <url>',
      'address under which people reach the service (default: DASHBOARD_HOST, PUBLIC_URL, the last demo, else HOST and PORT)',
      baseUrl,
    )
    .addHelpText('after', inviteHelp)
    .action((email: string, options: InviteOptions) =>
      run(options, async (operator) => {
        const input = { email, role: options.role };
        const { member, code, expires_at } = await changeAsOperator(operator, options.store, (context) =>
          inviteMember(context, input),
        );
        const url = linkOf(operator.config, options.baseUrl, code);
        const note = `\nSign-in link, valid once until ${expires_at}:\n${url}\n`;
        return {
          json: { ...member, url, expires_at },
          text: `${table([member])}${note}`,
        };
      }),
    );
  addStoreOptions(users.command('list'))
    .description('List the people of a store, oldest first.')
    .action((options: StoreOptions) =>
      run(options, async (operator) => {
        const members = await listMembers(operator, options.store);
        return { json: members, text: table(members) };
      }),
    );
  addStoreOptions(users.command('remove <email>'))
    .description('Remove a person from a store. They lose access at once.')
    .action((email: string, options: StoreOptions) =>
      run(options, async (operator) => {
        const members = await listMembers(operator, options.store);
        const found = members.find((member) => member.email === normalEmail(email));
        if (found === undefined) throw new ServiceError('not_found', `the store has no person ${email}`);
        await changeAsOperator(operator, options.store, (context) => removeMember(context, found.user_id));
        return { json: { removed: found.email, store_id: options.store }, text: `removed ${found.email}\n` };
      }),
    );
}

function baseUrl(value: string): string {
  const url = URL.parse(value);
  if (url?.protocol === 'https:') return url.origin;
  throw new InvalidArgumentError('It must be an https address such as https://agents.shop.example.');
}

/** A given address counts more than DASHBOARD_HOST. */
function linkOf(config: Config, given: string | undefined, code: string): string {
  const dashboardHost = given === undefined ? config.dashboardHost : null;
  return dashboardLink({ dashboardHost }, serviceAddress(config, given), `code=${code}`);
}

function table(members: readonly MemberRecord[]): string {
  const rows = members.map((member) => [member.user_id, member.email, member.role, member.last_sign_in_at]);
  return formatTable(['ID', 'EMAIL', 'ROLE', 'LAST SIGN-IN'], rows);
}
