import { allMembers } from '../../db/users.ts';
import { changeRole, inviteMember, removeMember } from '../../services/users.ts';
import { changeBy, type HandlersOf } from '../handler.ts';

/** The people of a store. */
export const teamHandlers: HandlersOf<'team'> = {
  async listTeam(deps, { store }) {
    return { status: 200, body: { members: await allMembers(deps.database.reader(store.id)) } };
  },

  async inviteMember(deps, call) {
    const body = await deps.database.change(changeBy(call), (context) => inviteMember(context, call.body));
    return { status: 201, body };
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
