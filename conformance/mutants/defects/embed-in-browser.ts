import { embeddable, workingScript } from '../conforming/embeddable.ts';
import { mutantsWith, type Mutant } from '../mutant.ts';
import type { Change, HttpResponse } from '../server/deployment.ts';
import { textResponse } from '../server/responses.ts';

function script(source: string): Change {
  return () => ({ embed: () => textResponse(200, 'text/javascript', source) });
}

/** Headers of a page on every response. */
const sameOrigin: Change = (base) => ({
  embed: (request, state) => {
    const response = base.embed(request, state);
    return { ...response, headers: { ...response.headers, 'cross-origin-resource-policy': 'same-origin' } };
  },
});

/** Responds to the browser's preflight in another way; `rejected` is the response to a request without a key. */
function preflight(respond: (allowed: HttpResponse, rejected: HttpResponse) => HttpResponse): Change {
  return (base) => ({
    finish: (response, request, call) => {
      const finished = base.finish(response, request, call);
      return request.method === 'OPTIONS' ? respond(finished, response) : finished;
    },
  });
}

/** A router without the method OPTIONS, behind a middleware that adds the CORS headers to every response. */
const preflightWith = (status: number): Change => preflight((allowed) => ({ ...allowed, status }));

const base = { base: embeddable };

/** Embed scripts that are served, and do not work in a page. */
export const embedInBrowserMutants: readonly Mutant[] = [
  ...mutantsWith(base, 'R-4.5-03', 'embed/in-browser', {
    'embed-syntax-error': script(workingScript.replace('const draw =', 'const draw')),
    'embed-waits-for-an-element-of-the-page': script(`document.querySelector('#chat').id;\n${workingScript}`),
    'embed-reads-the-first-script': script(
      workingScript.replace('document.currentScript', "document.getElementsByTagName('script')[0]"),
    ),
    'embed-reads-the-last-script': script(
      workingScript.replace('document.currentScript', '[...document.scripts].at(-1)'),
    ),
    'embed-without-authorization': script(
      workingScript.replace("{ headers: { Authorization: 'Bearer visitor' } }", '{}'),
    ),
    'embed-never-requests-the-configuration': script('document.currentScript.dataset.chatbotId;'),
  }),
  ...mutantsWith(base, 'R-4.5-04', 'embed/in-browser', {
    'embed-draws-nothing': script(workingScript.replace('document.body.append(host);', '')),
    'embed-always-at-bottom-right': script(
      workingScript.replace("'bottom-left' ? 'left'", "'bottom_left' ? 'left'"),
    ),
    'embed-colour-of-its-own': script(workingScript.replace('config.theme.primary_color', "'#336699'")),
    'embed-colour-with-two-signs': script(
      workingScript.replace('config.theme.primary_color', "'#' + config.theme.primary_color"),
    ),
    'embed-position-ignored': script(workingScript.replace("? 'left' : 'right'", "? 'left' : 'left'")),
    'embed-preflight-needs-a-key': preflight((_allowed, rejected) => rejected),
    'embed-preflight-404': preflightWith(404),
    'embed-preflight-405': preflightWith(405),
    'embed-preflight-without-authorization': preflight((allowed) => ({
      ...allowed,
      headers: { ...allowed.headers, 'access-control-allow-headers': 'content-type' },
    })),
  }),
  ...mutantsWith(base, 'R-4.5-05', 'embed/in-browser', { 'embed-corp-same-origin': sameOrigin }),
  ...mutantsWith(base, 'R-4.5-05', 'embed/script', { 'embed-corp-same-origin-header': sameOrigin }),
];
