import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Config, dashboardLink } from '../config/config.ts';
import type { MemberRecord, Role } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { allMembers } from '../db/users.ts';
import { inviteMember, normalEmail, removeMember, roles } from '../services/users.ts';
import { type AddWork, formatTable, serviceAddress, type StoreOptions } from './operator.ts';

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
export function addUserCommands(program: Command, add: AddWork): void {
  const users = program.command('users').description('People who sign in to the dashboard, by store.');
  add
    .ofStore<InviteOptions>(users.command('invite <email>'), async (operator, options, email = '') => {
      const { role } = options;
      const { member, code, expires_at } = await operator.change((context) =>
        inviteMember(context, { email, role }),
      );
      const url = linkOf(operator.config, options.baseUrl, code);
      const note = `\nSign-in link, valid once until ${expires_at}:\n${url}\n`;
      return { json: { ...member, url, expires_at }, text: `${table([member])}${note}` };
    })
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
    .addHelpText('after', inviteHelp);
  add
    .ofStore(users.command('list'), async ({ reader }) => {
      const members = await allMembers(reader);
      return { json: members, text: table(members) };
    })
    .description('List the people of a store, oldest first.');
  add
    .ofStore(users.command('remove <email>'), async ({ reader, change, store }, _options, email = '') => {
      const members = await allMembers(reader);
      const found = members.find((member) => member.email === normalEmail(email));
      if (found === undefined) throw new ServiceError('not_found', `the store has no person ${email}`);
      await change((context) => removeMember(context, found.user_id));
      return { json: { removed: found.email, store_id: store.id }, text: `removed ${found.email}\n` };
    })
    .description('Remove a person from a store. They lose access at once.');
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
