import { endReplacedSession, endSession, type SignedIn } from '../../services/sessions.ts';
import { type NewSession, signInWithCode, signInWithPassword } from '../../services/sign-in.ts';
import type { Deps } from '../../deps.ts';
import { actorOf, type HandlersOf } from '../handler.ts';
import { clearSessionCookie, setSessionCookie } from '../session-cookie.ts';
import { meView } from './me.ts';

/** Sign in and out. */
export const sessionHandlers: HandlersOf<'session'> = {
  async signInWithCode(deps, { body, client, signedIn }) {
    return signedInResult(deps, signedIn, await signInWithCode(deps, body.code, client));
  },

  async signInWithPassword(deps, { body, client, signedIn }) {
    return signedInResult(deps, signedIn, await signInWithPassword(deps, body, client, signedIn));
  },

  async signOut(deps, call) {
    await endSession(deps, call.signedIn, call.signedIn.session.id, actorOf(call));
    return { status: 204, body: undefined, headers: clearSessionCookie() };
  },
};

async function signedInResult(deps: Deps, old: SignedIn | undefined, opened: NewSession) {
  await endReplacedSession(deps, old);
  return { status: 200 as const, body: meView(opened), headers: setSessionCookie(opened.secret) };
}
