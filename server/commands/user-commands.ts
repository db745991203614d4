import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Config, dashboardLink } from '../config/config.ts';
import type { MemberRecord, Role } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { allMembers } from '../db/users.ts';
import { createMailer } from '../notify/mail.ts';
import { mailSignInLink } from '../notify/sign-in-mail.ts';
import { codeMs, inviteMember, mailedCodeMs, normalEmail, removeMember, roles } from '../services/users.ts';
import { type AddWork, formatTable, serviceAddress, type StoreOptions } from './operator.ts';

interface InviteOptions extends StoreOptions {
  readonly role: Role;
  readonly baseUrl?: string;
}

const inviteHelp = `
With SMTP_URL the link goes to the person by mail. With --base-url, without SMTP_URL, or where the mail server does not
take it, the link is printed: pass it on over a channel that you trust. It works once, until the time that is printed: within
24 hours where it was made for a mail, else within 15 minutes. It is also the cure for a lost password: the person's
password and sessions end, and a new link replaces older ones.

Example:
  agent-service users invite ana@shop.example --store str_9fQx... --role owner --base-url https://agents.shop.example`;

/** A link that the mail server does not take is printed. */
const silent = { warn: () => undefined };

/** `users invite`, `list` and `remove`: the people who sign in to the dashboard (decision 0039). */
export function addUserCommands(program: Command, add: AddWork): void {
  const users = program.command('users').description('People who sign in to the dashboard, by store.');
  add
    .ofStore<InviteOptions>(users.command('invite <email>'), async (operator, options, email = '') => {
      const { role } = options;
      const { config, store } = operator;
      const sendMail = options.baseUrl === undefined && config.mail ? createMailer(config.mail) : null;
      const { member, code, expires_at } = await operator.change((context) =>
        inviteMember(context, { email, role }, sendMail ? mailedCodeMs : codeMs),
      );
      const link = { to: member.email, storeName: store.name, code, expires_at };
      const isMailed = await mailSignInLink({ config, log: silent, sendMail }, link);
      const url = isMailed ? null : linkOf(config, options.baseUrl, code);
      const note = isMailed ? `A mail to ${member.email} has the sign-in link` : 'Sign-in link';
      const text = `${table([member])}\n${note}, valid once until ${expires_at}${url === null ? '.' : `:\n${url}`}\n`;
      return { json: { ...member, url, expires_at }, text };
    })
    .description('Add a person to a store and send or print a link that signs them in.')
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
