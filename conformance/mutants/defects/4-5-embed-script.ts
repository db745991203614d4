import { script, withHeaders } from '../changes/requests.ts';
import { embeddable, workingScript } from '../conforming/embeddable.ts';
import { embedSource } from '../conforming/maximal.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, HttpResponse } from '../server/deployment.ts';

const inEmbeddable = { base: embeddable };

/** Responds to the browser's preflight in another way; `rejected` is the response to a request without a key. */
function preflight(respond: (allowed: HttpResponse, rejected: HttpResponse) => HttpResponse): Change {
  return ({ finish }) => ({
    finish: (response, request, call) => {
      const finished = finish(response, request, call);
      return request.method === 'OPTIONS' ? respond(finished, response) : finished;
    },
  });
}

/** A router without the method OPTIONS, behind a middleware that adds the CORS headers to every response. */
const preflightWith = (status: number): Change => preflight((allowed) => ({ ...allowed, status }));

/** Headers of a page on every response. */
const sameOrigin: Change = (base) => ({
  embed: (request, state) =>
    withHeaders(base.embed(request, state), { 'cross-origin-resource-policy': 'same-origin' }),
});

/** The working script with one part replaced. */
function edited(part: string, by: string): Change {
  return script(workingScript.replace(part, by));
}

/** Mutants of section 4.5 of the source. */
export const embedScriptMutants: readonly Mutant[] = [
  ...mutantsOf({
    'R-4.5-01 embed/script embed-missing': (base) => ({ embed: () => base.errorResponse(404, 'not found') }),
  }),
  ...mutantsOf(
    {
      'R-4.5-03 embed/in-browser embed-syntax-error': edited('const draw =', 'const draw'),
      'R-4.5-03 embed/in-browser embed-waits-for-an-element-of-the-page': script(
        `document.querySelector('#chat').id;\n${workingScript}`,
      ),
      'R-4.5-03 embed/in-browser embed-reads-the-first-script': edited(
        'document.currentScript',
        "document.getElementsByTagName('script')[0]",
      ),
      'R-4.5-03 embed/in-browser embed-reads-the-last-script': edited(
        'document.currentScript',
        '[...document.scripts].at(-1)',
      ),
      'R-4.5-03 embed/in-browser embed-without-authorization': edited(
        "{ headers: { Authorization: 'Bearer visitor' } }",
        '{}',
      ),
      'R-4.5-03 embed/in-browser embed-never-requests-the-configuration': script(
        'document.currentScript.dataset.chatbotId;',
      ),
      'R-4.5-03 embed/in-browser embed-id-unencoded': script(
        workingScript
          .replace("'/api/widget/config'", "'/api/widget/config?chatbot_id=' + dataset.chatbotId")
          .replace("address.searchParams.set('chatbot_id', dataset.chatbotId);", ''),
      ),
      'R-4.5-04 embed/in-browser embed-draws-nothing': edited('document.body.append(host);', ''),
      'R-4.5-04 embed/in-browser embed-always-at-bottom-right': edited(
        "'bottom-left' ? 'left'",
        "'bottom_left' ? 'left'",
      ),
      'R-4.5-04 embed/in-browser embed-colour-of-its-own': edited('config.theme.primary_color', "'#336699'"),
      'R-4.5-04 embed/in-browser embed-colour-with-two-signs': edited(
        'config.theme.primary_color',
        "'#' + config.theme.primary_color",
      ),
      'R-4.5-04 embed/in-browser embed-position-ignored': edited("? 'left' : 'right'", "? 'left' : 'left'"),
      'R-4.5-04 embed/in-browser embed-preflight-needs-a-key': preflight((_allowed, rejected) => rejected),
      'R-4.5-04 embed/in-browser embed-preflight-404': preflightWith(404),
      'R-4.5-04 embed/in-browser embed-preflight-405': preflightWith(405),
      'R-4.5-04 embed/in-browser embed-preflight-without-authorization': preflight((allowed) =>
        withHeaders(allowed, { 'access-control-allow-headers': 'content-type' }),
      ),
      'R-4.5-05 embed/in-browser embed-corp-same-origin': sameOrigin,
      'R-4.5-05 embed/script embed-corp-same-origin-header': sameOrigin,
    },
    inEmbeddable,
  ),
  ...mutantsOf({
    'R-4.5-05 embed/script embed-needs-key': (base) => ({
      embed: (request, state) =>
        base.identify(request, state) === undefined
          ? base.errorResponse(401, 'no key')
          : base.embed(request, state),
    }),
    'R-4.5-05 embed/script embed-html': script('<!doctype html><title>shop</title>', 'text/html'),
    'R-4.5-05 embed/script embed-empty': script(''),
    'R-4.5-05 embed/script embed-403-for-other-sites': (base) => ({
      embed: (request, state) =>
        request.headers['sec-fetch-site'] === 'cross-site'
          ? base.errorResponse(403, 'no requests of other sites')
          : base.embed(request, state),
    }),
    'R-4.5-14 embed/script embed-other-attribute': script(
      embedSource.replaceAll('data-chatbot-id', 'data-bot'),
    ),
  }),
];
