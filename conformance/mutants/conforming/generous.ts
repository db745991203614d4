import type { Deployment, HttpRequest, ServerState, Store } from '../server/deployment.ts';
import { storeOfKey } from '../server/server-state.ts';
import { maximal } from './maximal.ts';

/** The key in a query parameter, in another header or in a cookie. */
function keyElsewhere({ query, headers }: HttpRequest, state: ServerState): Store | undefined {
  const cookie = /\bapi_key=([^;]+)/.exec(headers.cookie ?? '')?.[1];
  const candidates = [query.get('api_key'), headers['x-api-key'], cookie];
  return candidates.map((key) => storeOfKey(String(key), state)).find((store) => store !== undefined);
}

/** Offers more than the source asks for: other places of the key, redirects to HTTPS, events of further types. */
export const generous: Deployment = {
  ...maximal,
  name: 'generous',
  identify: (request, state) => maximal.identify(request, state) ?? keyElsewhere(request, state),
  plainHttp: {
    type: 'fixed',
    respond: (path, port) => ({
      status: 308,
      headers: { location: `https://127.0.0.1:${port}${path}` },
      frames: [],
    }),
  },
  eventsOf: (turn) => {
    const events = maximal.eventsOf(turn);
    return [{ type: 'thinking' }, ...events.slice(0, -1), { type: 'usage', tokens: 42 }, ...events.slice(-1)];
  },
};
