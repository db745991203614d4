import { unexpected, errorBodyClauses } from '../../model/verify-error.ts';
import type { CheckContext, Check } from '../../check.ts';
import type { Exchange, ApiRequest } from '../../exchange.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { browserAccept, deviceHeaders, verifyEncodedBytes } from '../http/real-clients.ts';

/** A request that is rejected, and the clause of its status. */
interface Rejected {
  readonly requirement: RequirementId;
  readonly request: ApiRequest;
}

const widget = { method: 'GET', path: '/api/widget/config' };
const chat = { method: 'POST', path: '/api/agents/chat/stream' };

/** Requests that are rejected with each status of the source, as far as that creates nothing. */
function invalidRequests(context: CheckContext): readonly Rejected[] {
  const missing = `nothing-${context.seed.toString(36)}`;
  const none = { type: 'none' } as const;
  const reads: readonly Rejected[] = [
    { requirement: 'R-5-06', request: { method: 'GET', path: '/api/agents', credential: none } },
    { requirement: 'R-7-09', request: widget },
    { requirement: 'R-7-10', request: { ...widget, path: `${widget.path}?chatbot_id=${missing}` } },
  ];
  if (context.target.readOnly) return reads;
  const json = { agent_id: missing, message: 'Hello' };
  return [
    ...reads,
    { requirement: 'R-7-06', request: { method: 'POST', path: '/api/agents', json: {} } },
    { requirement: 'R-7-01', request: { ...chat, json: {} } },
    { requirement: 'R-7-03', request: { ...chat, json } },
    { requirement: 'R-5-06', request: { ...chat, json, credential: none } },
  ];
}

/** Messages with values that errors may quote, of more than ASCII, with quotes and a line end; some are long. */
function quotedRequests(context: CheckContext): readonly ApiRequest[] {
  if (context.target.readOnly) return [];
  const text = `Größe "42"\n👟\\ ${context.seed.toString(36)}`;
  const long = `${text} ${'ä👟'.repeat(80)}`;
  return [
    { ...chat, json: { agent_id: text, message: text, conversation_id: long } },
    { ...chat, json: { agent_id: long, message: { größe: text }, conversation_id: text } },
  ];
}

/** Statuses of the table of source 7: the bodies of others, such as 406, are open. */
const tableStatuses: readonly number[] = [400, 401, 403, 404, 500];

/** Headers, as the report names them. */
interface HeaderSet {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** False where the client accepts no JSON, so that the status may be 406. */
  readonly acceptsJson: boolean;
}

/** Frameworks choose the form, the language and the encoding of an error by headers; source 1 has JSON alone, and 2.5 a text. */
const headerSets: readonly HeaderSet[] = [
  { name: `accept: ${browserAccept}`, headers: { accept: browserAccept }, acceptsJson: true },
  { name: 'accept: text/event-stream', headers: { accept: 'text/event-stream' }, acceptsJson: false },
  ...deviceHeaders.map(({ what, headers }) => ({
    name: `the headers of ${what}`,
    headers,
    acceptsJson: true,
  })),
];

// Rate limits and the load of the moment.
const passingStatuses: readonly number[] = [429, 503];

/** The status is that of the same request without the headers. */
function verifySameStatus(
  context: CheckContext,
  { requirement }: Rejected,
  { name, acceptsJson }: HeaderSet,
  [plain, exchange]: readonly [plain: Exchange, exchange: Exchange],
): void {
  const isComparable = acceptsJson && tableStatuses.includes(plain.status);
  if (!isComparable || exchange.status === plain.status || passingStatuses.includes(exchange.status)) return;
  context.report(unexpected(requirement, ['same-status-with-headers', plain.status, name], exchange));
}

/** Verifies one kind of error with each of the headers, and its bytes in one of each encoding. */
async function verifyWithHeaders(context: CheckContext, one: Rejected): Promise<void> {
  const plain = await context.client.send(one.request);
  const encodings = new Set<string | undefined>([undefined]);
  for (const set of context.some(headerSets, 2)) {
    const exchange = await context.client.send({ ...one.request, headers: set.headers });
    verifySameStatus(context, one, set, [plain, exchange]);
    // The status itself is left to other checks.
    if (!tableStatuses.includes(exchange.status)) continue;
    const { 'content-encoding': encoding } = exchange.headers;
    if (!encodings.has(encoding)) context.report(await verifyEncodedBytes(context, exchange));
    encodings.add(encoding);
  }
}

/** Source 2.5 and 7. */
export const errorBodies: Check = {
  id: 'errors/bodies',
  title:
    'Every error response is JSON with error, a text, and status, the HTTP status as a number, whatever the headers of a client and the rejected values are',
  requirements: [
    ...errorBodyClauses,
    ...(['R-5-06', 'R-7-01', 'R-7-03', 'R-7-06', 'R-7-09', 'R-7-10'] as const),
  ],
  profile: 'full',
  isReadOnly: true,
  run: async (context) => {
    for (const one of invalidRequests(context)) await verifyWithHeaders(context, one);
    for (const request of quotedRequests(context)) await context.client.send(request);
  },
};
