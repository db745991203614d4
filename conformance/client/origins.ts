import { operations } from '../../generated/operations.ts';
import { bodyOf, isObject, type ApiRequest, type Exchange } from '../exchange.ts';
import { curlLine, type CurlTrust } from './describe-exchange.ts';

/** The ids that the responses of a run gave out, and with which requests. */
export interface Origins {
  /** Called with each exchange of the run. */
  readonly add: (exchange: Exchange) => void;
  /**
   * The lines by which a shell repeats a request. Lines that make what it needs of the run come first: the agent or the
   * conversation whose id it has, and the agent `listed`, which the response shows otherwise.
   */
  readonly curlLines: (
    request: ApiRequest,
    url: string,
    trust: CurlTrust,
    listed?: unknown,
  ) => readonly string[];
}

/** The request that was given an id, and the position of the id among the fields of that name in the response. */
interface Origin {
  readonly request: ApiRequest;
  readonly url: string;
  readonly field: 'id' | 'conversation_id';
  readonly position: number;
}

// Ids that need no quotes in a shell, and no escapes in JSON.
const plainId = /^[\w.:/~-]+$/;

// A conversation first: it may be of another agent than the request.
const variables = { conversation_id: 'CONVERSATION_ID', agent_id: 'AGENT_ID' } as const;

/** The field of a response that has a new id: of a created agent, or of a started conversation. Source 4.1 and 4.3. */
function newIdField({ request, url, status }: Exchange): Origin['field'] | undefined {
  if (request.method !== 'POST' || status >= 300) return undefined;
  const { pathname } = new URL(url);
  if (pathname === operations.createAgent.path) return 'id';
  const starts = !String(bodyOf(request)).includes('"conversation_id"');
  return pathname === operations.streamAgentChat.path && starts ? 'conversation_id' : undefined;
}

/** The new id in a response: the last one of a stream, and that of the agent itself in a create. */
function newIdOf({ json, text }: Exchange, field: Origin['field']) {
  const values = [...text.matchAll(new RegExp(`"${field}" *: *"([^"]*)"`, 'g'))].map(([, value]) => value);
  const id = field === 'id' ? isObject(json) && json['id'] : values.at(-1);
  return { id, position: values.findIndex((value) => value === id) + 1 };
}

// Lists are long. More than 255 repetitions at once are not portable.
const aroundId = String.raw`grep -o ".\{0,250\}.\{0,250\}$AGENT_ID.\{0,250\}.\{0,250\}"`;

/** Keeps the origins of ids, for the `curl` lines of a run. */
export function createOrigins(): Origins {
  const origins = new Map<string, Origin>();

  const curlLines: Origins['curlLines'] = (request, url, trust, listed) => {
    const created = typeof listed === 'string' ? origins.get(`agent_id ${listed}`) : undefined;
    const steps = created === undefined ? [] : stepLines(created, variables.agent_id, trust);
    let line = curlLine(request, url, trust);
    for (const [name, variable] of Object.entries(variables)) {
      const sent = new RegExp(`("${name}" *: *")([^"]*)"`).exec(line);
      const origin = origins.get(`${name} ${sent?.[2]}`);
      if (sent === null || origin === undefined) continue;
      // Leaves the single quotes of the body for the variable.
      line = line.replace(sent[0], () => `${sent[1]}'"$${variable}"'"`);
      steps.push(...stepLines(origin, variable, trust).filter((step) => !steps.includes(step)));
    }
    return [...steps, created === undefined ? line : `${line} | ${aroundId}`];
  };

  const stepLines = ({ request, url, field, position }: Origin, variable: string, trust: CurlTrust) => {
    const lines = [...curlLines(request, url, trust)];
    const last = lines.pop() ?? '';
    const value = `grep -o '"${field}" *: *"[^"]*"' | sed -n ${position}p | cut -d '"' -f 4`;
    return [...lines, `${variable}=$(${last} | ${value})`];
  };

  return {
    add: (exchange) => {
      const field = newIdField(exchange);
      if (field === undefined) return;
      const { id, position } = newIdOf(exchange, field);
      const { request, url } = exchange;
      const name = `${field === 'id' ? 'agent_id' : field} ${String(id)}`;
      if (typeof id !== 'string' || !plainId.test(id) || position === 0 || origins.has(name)) return;
      origins.set(name, { request, url, field, position });
    },
    curlLines,
  };
}
