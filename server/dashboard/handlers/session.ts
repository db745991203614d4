import { ServiceError } from '../../errors.ts';
import { endSession } from '../../services/sessions.ts';
import { type NewSession, requestLink, signInWithCode, signInWithPassword } from '../../services/sign-in.ts';
import { actorOf, type HandlersOf } from '../handler.ts';
import { clearSessionCookie, setSessionCookie } from '../session-cookie.ts';
import { meView } from './me.ts';

/** Sign in and out. */
export const sessionHandlers: HandlersOf<'session'> = {
  async signInWithCode(deps, { body, client }) {
    return signedInResult(await signInWithCode(deps, body.code, client));
  },

  async signInWithPassword(deps, { body, client }) {
    return signedInResult(await signInWithPassword(deps, body, client));
  },

  async requestSignInLink(deps, { body, client }) {
    if (deps.sendMail === null) throw new ServiceError('not_found', 'this service sends no mail');
    await requestLink(deps, body.email, client);
    return { status: 204, body: undefined };
  },

  async signOut(deps, call) {
    const { signedIn } = call;
    await deps.database.changeAll(actorOf(call), (context) =>
      endSession(context, signedIn, signedIn.session.id),
    );
    return { status: 204, body: undefined, headers: clearSessionCookie() };
  },
};

function signedInResult(opened: NewSession) {
  return { status: 200 as const, body: meView(opened), headers: setSessionCookie(opened.secret) };
}
