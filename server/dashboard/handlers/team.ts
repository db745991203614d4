import type { MemberRecord } from '../../db/records.ts';
import { changeRole, inviteMember, listMembers, removeMember } from '../../services/users.ts';
import { actorOf, type HandlersOf, type Schemas } from '../handler.ts';

/** The people of a store. */
export const teamHandlers: HandlersOf<'team'> = {
  async listTeam(deps, { store }) {
    return { status: 200, body: { members: (await listMembers(deps, store.id)).map(memberView) } };
  },

  async inviteMember(deps, call) {
    const { member, code, expiresAt } = await inviteMember(deps, call.store.id, call.body, actorOf(call));
    return { status: 201, body: { member: memberView(member), code, expires_at: expiresAt } };
  },

  async changeRole(deps, call) {
    const change = { userId: call.path.user_id, role: call.body.role };
    return { status: 200, body: memberView(await changeRole(deps, call.store.id, change, actorOf(call))) };
  },

  async removeMember(deps, call) {
    await removeMember(deps, call.store.id, call.path.user_id, actorOf(call));
    return { status: 204, body: undefined };
  },
};

function memberView(member: MemberRecord): Schemas['Member'] {
  return {
    user_id: member.userId,
    email: member.email,
    role: member.role,
    added_at: member.addedAt,
    last_sign_in_at: member.lastSignInAt,
  };
}
