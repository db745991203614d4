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
    await setPassword(deps, call.signedIn, call.body.password, actorOf(call));
    return { status: 204, body: undefined };
  },

  async listSessions(deps, { signedIn }) {
    const sessions = await listSessions(deps, signedIn.user.id);
    return { status: 200, body: { sessions: sessions.map((session) => sessionView(session, signedIn)) } };
  },

  async endOtherSessions(deps, call) {
    await endOtherSessions(deps, call.signedIn, actorOf(call));
    return { status: 204, body: undefined };
  },

  async endSession(deps, call) {
    const { signedIn, path } = call;
    await endSession(deps, signedIn, path.session_id, actorOf(call));
    const headers = path.session_id === signedIn.session.id ? clearSessionCookie() : {};
    return { status: 204, body: undefined, headers };
  },
};

export function meView(signedIn: SignedIn): Schemas['Me'] {
  const { user, stores, session } = signedIn;
  return {
    user: { id: user.id, email: user.email, has_password: user.password !== null },
    stores: [...stores],
    session: sessionView(session, signedIn),
  };
}

function sessionView(session: SessionRecord, current: SignedIn): Schemas['Session'] {
  return {
    id: session.id,
    signed_in_at: session.signedInAt,
    last_used_at: session.lastUsedAt,
    expires_at: new Date(expiresAt(session)).toISOString(),
    user_agent: session.userAgent,
    is_current: session.id === current.session.id,
  };
}
