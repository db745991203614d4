import { allMembers } from '../../db/users.ts';
import { mailSignInLink } from '../../notify/sign-in-mail.ts';
import { changeRole, codeMs, inviteMember, mailedCodeMs, removeMember } from '../../services/users.ts';
import { changeBy, type HandlersOf } from '../handler.ts';

/** The people of a store. */
export const teamHandlers: HandlersOf<'team'> = {
  async listTeam(deps, { store }) {
    return { status: 200, body: { members: await allMembers(deps.database.reader(store.id)) } };
  },

  async inviteMember(deps, call) {
    const validMs = deps.sendMail === null ? codeMs : mailedCodeMs;
    const invited = await deps.database.change(changeBy(call), (context) =>
      inviteMember(context, call.body, validMs),
    );
    const { member, code, expires_at } = invited;
    const link = { to: member.email, storeName: call.store.name, code, expires_at };
    const isMailed = await mailSignInLink(deps, link);
    return { status: 201, body: { ...invited, code: isMailed ? null : code } };
  },

  async changeRole(deps, call) {
    const { path, body } = call;
    const member = await deps.database.change(changeBy(call), (context) =>
      changeRole(context, path.user_id, body.role),
    );
    return { status: 200, body: member };
  },

  async removeMember(deps, call) {
    await deps.database.change(changeBy(call), (context) => removeMember(context, call.path.user_id));
    return { status: 204, body: undefined };
  },
};
