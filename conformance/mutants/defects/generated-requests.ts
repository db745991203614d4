import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Change, HttpRequest } from '../server/deployment.ts';
import { storeOfKey } from '../server/server-state.ts';

/** Takes a key from the Authorization header in another way, after the right one. */
function keyFrom(read: (header: string) => string | undefined): Change {
  return ({ identify }) => ({
    identify: (request, state) =>
      identify(request, state) ?? storeOfKey(read(request.headers.authorization ?? ''), state),
  });
}

/** Rejects requests with some headers. */
function rejects(status: number, when: (request: HttpRequest) => boolean): Change {
  return (base) => ({
    finish: (response, request, call) =>
      call !== undefined && when(request)
        ? base.errorResponse(status, 'not accepted')
        : base.finish(response, request, call),
  });
}

/** Looks chatbots up by an id that is changed first. */
function chatbotBy(change: (id: string) => string): Change {
  return ({ findChatbot }) => ({
    findChatbot: (id, call) => findChatbot(id, call) ?? findChatbot(change(id), call),
  });
}

const headerSize = ({ headers }: HttpRequest): number => Object.values(headers).join('').length;
const indexOf = ({ headerNames }: HttpRequest, wanted: string): number =>
  headerNames.findIndex((name) => name.toLowerCase() === wanted);

/** Defects that generated keys, chatbot ids and headers show: source 4.2, 4.4 and 5. */
export const generatedRequestMutants: readonly Mutant[] = [
  ...mutantsOf('R-5-06', 'auth/generated-keys', {
    'auth-ends-of-key-compared': ({ identify }) => ({
      identify: (request, state) => {
        const sent = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
        return (
          identify(request, state) ??
          state.stores.find(
            ({ key }) =>
              sent.length >= 36 && sent.slice(0, 12) === key.slice(0, 12) && sent.slice(-8) === key.slice(-8),
          )
        );
      },
    }),
    'auth-prefix-in-any-case': keyFrom((header) => header.replace(/^Bearer svc_/i, 'svc_')),
    'auth-second-part-of-the-key': keyFrom((header) => {
      const [prefix, body] = header.replace(/^Bearer /i, '').split('_');
      return `${prefix}_${body}`;
    }),
    // A comparison of bytes throws for another length.
    'auth-key-beyond-ascii-500': (base) => ({
      finish: (response, request, call) =>
        /^Bearer .*[\u0080-\u00ff]/.test(request.headers.authorization ?? '')
          ? base.errorResponse(500, 'input buffers must have the same byte length')
          : base.finish(response, request, call),
    }),
    'auth-key-punctuation-removed': keyFrom((header) =>
      header.replace(/^Bearer /i, '').replaceAll(/[-.]/g, ''),
    ),
    'auth-key-percent-decoded': keyFrom((header) => {
      const sent = header.replace(/^Bearer /i, '');
      return /^(?:[\w-]|%[a-z0-9]{2})+$/i.test(sent) ? decodeURIComponent(sent) : undefined;
    }),
    'auth-key-quotes-stripped': keyFrom((header) => header.replace(/^Bearer /i, '').replaceAll(/^"|"$/g, '')),
  }),
  ...mutantsOf('R-5-01', 'responses/every-response', {
    // The handler goes on after the response of the middleware.
    'auth-rejected-create-is-stored': (base) => ({
      identify: (request, state) => {
        const store = base.identify(request, state);
        const isSent = request.headers.authorization !== undefined && request.method === 'POST';
        if (store === undefined && isSent && request.path === '/api/agents')
          state.stores[0]?.agents.push({
            ...state.stores[0].agents[0],
            ...(JSON.parse(request.body.toString()) as object),
            id: `agt_rejected_${state.nextNumber('rejected')}`,
          });
        return store;
      },
    }),
  }),
  ...mutantsOf('R-5-15', 'auth/generated-keys', {
    'auth-key-anywhere-in-header': keyFrom((header) => /svc_[A-Za-z0-9]{32}/.exec(header)?.[0]),
    'auth-last-of-several-schemes': keyFrom((header) =>
      header
        .split(', ')
        .at(-1)
        ?.replace(/^Bearer /, ''),
    ),
    'auth-blanks-in-key-removed': keyFrom((header) => header.replace(/^Bearer/i, '').replaceAll(' ', '')),
  }),
  ...mutantsOf('R-4.4-02', 'widget/generated-ids', {
    'widget-id-wildcard': chatbotBy((id) => id.replace(/[%*]$/, '')),
    'widget-id-until-nul': chatbotBy((id) => id.split('\u0000')[0] ?? ''),
  }),
  ...mutantsOf('R-4.2-06', 'http/generated-headers', {
    'http-header-names-limited': rejects(400, ({ headerNames }) =>
      headerNames.some((name) => /[!#$|~]/.test(name)),
    ),
    'http-headers-limited-to-1-kb': rejects(431, (request) => headerSize(request) > 1024),
    'http-empty-header-rejected': rejects(400, ({ headers }) => headers['x-request-id'] === ''),
  }),
  ...mutantsOf('R-5-02', 'http/generated-headers', {
    'http-key-only-before-cookies': (base) => ({
      identify: (request, state) =>
        indexOf(request, 'cookie') !== -1 && indexOf(request, 'cookie') < indexOf(request, 'authorization')
          ? undefined
          : base.identify(request, state),
    }),
  }),
];
