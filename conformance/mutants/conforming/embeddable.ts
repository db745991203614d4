import type { Deployment, HttpRequest, HttpResponse, ServerState, Store } from '../server/deployment.ts';
import { withHeaders } from '../changes/requests.ts';
import { textResponse } from '../server/responses.ts';
import { maximal } from './maximal.ts';

/** The script of a shop, which draws the bubble with the configured colour and corner. */
export const workingScript = `(() => {
  const { src, dataset } = document.currentScript;
  const address = new URL('/api/widget/config', src);
  address.searchParams.set('chatbot_id', dataset.chatbotId); // data-chatbot-id
  const draw = ({ config }) => {
    const host = document.createElement('div');
    const bubble = document.createElement('button');
    bubble.textContent = config.title;
    bubble.style.cssText = 'position:fixed;bottom:20px;padding:16px;background:' + config.theme.primary_color;
    bubble.style[config.position === 'bottom-left' ? 'left' : 'right'] = '20px';
    host.attachShadow({ mode: 'closed' }).append(bubble);
    document.body.append(host);
  };
  fetch(address, { headers: { Authorization: 'Bearer visitor' } })
    .then((response) => response.ok ? response.json().then(draw) : console.warn(response.status));
})();
`;

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization',
};

function isWidgetRequest({ path }: HttpRequest): boolean {
  return path === '/api/widget/config';
}

/** A page's visitors read the widget configuration of any store with a token of their own. */
function identify(request: HttpRequest, state: ServerState): Store | undefined {
  if (!isWidgetRequest(request) || request.headers.authorization !== 'Bearer visitor')
    return maximal.identify(request, state);
  const id = request.query.get('chatbot_id');
  return state.stores.find(({ chatbots }) => chatbots.some((chatbot) => chatbot['chatbot_id'] === id));
}

function finish(response: HttpResponse, request: HttpRequest): HttpResponse {
  if (!isWidgetRequest(request)) return response;
  if (request.method === 'OPTIONS') return { status: 204, headers: cors, frames: [] };
  return withHeaders(response, cors);
}

/** Pages of any origin may use its chatbots: the one deployment whose script works in a browser. */
export const embeddable: Deployment = {
  ...maximal,
  name: 'embeddable',
  identify,
  finish,
  embed: () => textResponse(200, 'text/javascript; charset=utf-8', workingScript),
};
