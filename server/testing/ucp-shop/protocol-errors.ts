import { type JsonObject, TransportError } from './protocol.ts';

/** Every error of the protocol's tables that a catalogue can return, thrown instead of running the operation. */
const rows: readonly [code: string, status: number, rpcCode: number, extra?: JsonObject][] = [
  ['invalid_profile_url', 400, -32001],
  ['profile_unreachable', 424, -32001],
  ['profile_malformed', 422, -32001],
  ['version_unsupported', 422, -32001],
  ['signature_missing', 401, -32000],
  ['signature_invalid', 401, -32000],
  ['key_not_found', 401, -32000],
  ['digest_mismatch', 400, -32600],
  ['algorithm_unsupported', 400, -32600],
  ['unauthorized', 401, -32000],
  ['forbidden', 403, -32000],
  ['idempotency_conflict', 409, -32000],
  ['rate_limited', 429, -32000, { retry_after: 60 }],
  ['internal_error', 500, -32603],
  ['unavailable', 503, -32000, { retry_after: 30 }],
  ['request_too_large', 400, -32602],
  ['method_not_found', 404, -32601],
];

export const protocolErrorNames: readonly string[] = rows.map(([code]) => code);

/** The transport error of that name, or undefined. */
export function protocolError(name: string, home: string): TransportError | undefined {
  const row = rows.find(([code]) => code === name);
  if (row === undefined) return undefined;
  const [code, status, rpcCode, extra] = row;
  const content = code.replaceAll('_', ' ');
  return new TransportError(status, rpcCode, content, {
    code,
    content,
    ...extra,
    ...(rpcCode === -32001 ? { continue_url: home } : {}),
  });
}

/** Business outcomes that replace the result: the envelope says `error`, and the messages say why. */
export const businessErrors: Readonly<Record<string, string>> = {
  capabilities_incompatible: 'No compatible capabilities in the intersection',
  not_found: 'Product not found',
  region_restricted: 'This shop does not deliver to your country.',
  identity_required: 'Sign in to see this catalogue.',
  catalog_closed: 'The catalogue is being counted until tomorrow.',
};

/** The UCP response of a business error. */
export function businessError(name: string, ucp: unknown, home: string): JsonObject {
  return {
    ucp: { ...(ucp as JsonObject), status: 'error' },
    messages: [
      {
        type: 'error',
        code: name,
        content: businessErrors[name],
        severity: name === 'identity_required' ? 'requires_buyer_input' : 'unrecoverable',
      },
    ],
    continue_url: home,
  };
}
