import { hashPassword } from '../../auth/password.ts';
import type { SessionRecord } from '../../db/records.ts';
import {
  endOtherSessions,
  endSession,
  expiresAt,
  listSessions,
  type SignedIn,
} from '../../services/sessions.ts';
import { setPassword } from '../../services/users.ts';
import { actorOf, type HandlersOf, type Schemas } from '../handler.ts';
import { clearSessionCookie } from '../session-cookie.ts';

/** The signed-in person and their sessions. */
export const meHandlers: HandlersOf<'me' | 'sessions'> = {
  async getMe(_deps, { signedIn }) {
    return { status: 200, body: meView(signedIn) };
  },

  async setPassword(deps, call) {
    const password = await hashPassword(call.body.password);
    await deps.database.changeAll(actorOf(call), (context) => setPassword(context, call.signedIn, password));
    return { status: 204, body: undefined };
  },

  async listSessions(deps, { signedIn }) {
    const sessions = await listSessions(deps, signedIn.user.id);
    return { status: 200, body: { sessions: sessions.map((session) => sessionView(session, signedIn)) } };
  },

  async endOtherSessions(deps, call) {
    await deps.database.changeAll(actorOf(call), (context) => endOtherSessions(context, call.signedIn));
    return { status: 204, body: undefined };
  },

  async endSession(deps, call) {
    const { signedIn, path } = call;
    await deps.database.changeAll(actorOf(call), (context) => endSession(context, signedIn, path.session_id));
    const headers = path.session_id === signedIn.session.id ? clearSessionCookie() : {};
    return { status: 204, body: undefined, headers };
  },
};

export function meView(signedIn: SignedIn): Schemas['Me'] {
  const { user, stores, session } = signedIn;
  return {
    user: { id: user.id, email: user.email, has_password: user.password !== null },
    stores: stores.map(({ id, name, role }) => ({ id, name, role })),
    session: sessionView(session, signedIn),
  };
}

function sessionView(session: SessionRecord, current: SignedIn): Schemas['Session'] {
  return {
    id: session.id,
    signed_in_at: session.signed_in_at,
    last_used_at: session.last_used_at,
    expires_at: new Date(expiresAt(session)).toISOString(),
    user_agent: session.user_agent,
    is_current: session.id === current.session.id,
  };
}
