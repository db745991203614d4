import { alsoAccepts, cookieId, sessions, type SetHeaders } from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';

const setsCookie: SetHeaders = (id) => ({
  'set-cookie': `locale=en; Expires=Wed, 09 Jun 2027 10:18:14 GMT, session=${id}; Path=/; Secure; HttpOnly`,
});

/** Accepts writes of a session alone, and with its token against forged forms. */
const formSessions = sessions(
  (id) => ({ 'set-cookie': `session=${id}; Path=/; Secure; HttpOnly, XSRF-TOKEN=${id}; Path=/; Secure` }),
  cookieId,
  (request) => request.method === 'POST' && request.headers['x-xsrf-token'] === cookieId(request),
);

/** Mutants of section 4 of the source. */
export const endpointsMutants: readonly Mutant[] = [
  ...mutantsOf('R-4-01', 'auth/every-near-miss', {
    'auth-cookie-of-a-session': sessions(setsCookie, cookieId),
    'auth-cookie-for-writes-with-form-token': formSessions,
  }),
  ...mutantsOf('R-4-01', 'auth/reads-need-a-key', {
    'auth-reads-isAnonymous': alsoAccepts((request, state) =>
      request.method === 'GET' ? state.stores[0] : undefined,
    ),
  }),
];
