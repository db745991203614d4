import type { Finding } from '../../check.ts';
import { isObject, type Exchange } from '../../exchange.ts';

/** The id of a JSON-RPC request: any text or integer that its client chooses. */
export type McpId = string | number;

/** The id of a client's first request. */
export const firstMcpId = 0;

type Message = Readonly<Record<string, unknown>>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The messages of a response: of a JSON body, alone or in an array, or of the data of its events. */
function messagesOf({ headers, json, text }: Exchange): readonly Message[] {
  if (!/^text\/event-stream\b/i.test(headers['content-type'] ?? '')) return [json].flat().filter(isObject);
  return text
    .split(/\r\n\r\n|\n\n|\r\r/)
    .map((event) => [...event.matchAll(/^data: ?(.*)$/gm)].map(([, data]) => data).join('\n'))
    .flatMap(parsed)
    .filter(isObject);
}

/** A request or a notification of the server has a method, and an id of its own. */
const isResponse = (message: Message): boolean =>
  message['method'] === undefined && ('result' in message || 'error' in message);

/** JSON-RPC 2.0, 5: an error has the id null where the id could not be read, such as of a type that is not known. */
const isWithoutId = (message: Message): boolean => 'error' in message && (message['id'] ?? null) === null;

/** How many tools a response lists; 0 for an error. */
export function toolCount(exchange: Exchange): number {
  const lists = exchange.status < 300 ? messagesOf(exchange).map(({ result }) => result) : [];
  return lists
    .filter(isObject)
    .flatMap(({ tools }) => tools)
    .filter(isObject).length;
}

/** JSON-RPC 2.0, 5: a response has the id of its request, of the same type, or its client waits in vain. */
export function verifyMcpId(exchange: Exchange, id: McpId): readonly Finding[] {
  if (exchange.status >= 300) return [];
  const responses = messagesOf(exchange).filter((one) => isResponse(one) && !isWithoutId(one));
  const other = responses.find((one) => one['id'] !== id);
  if (other === undefined) return [];
  const expected = `an MCP response with the id of its request, ${JSON.stringify(id)}`;
  const actual = 'id' in other ? `the id ${JSON.stringify(other['id'])}` : 'no id';
  return [{ requirement: 'R-4.6-04', expected, actual, exchange }];
}
