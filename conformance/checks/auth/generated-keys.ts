import { anyKeyEdit, editedHeader, plainKeyEdits, type KeyEdit } from '../../arbitraries/key-edits.ts';
import type { Check, CheckContext, Finding } from '../../check.ts';
import { verifyErrorResponse, withReason } from '../../model/verify-error.ts';

const runs = 12;

/** A changed key is 401; a header of another form may be rejected as malformed. */
async function verifyEdit({ client, target }: CheckContext, edit: KeyEdit): Promise<readonly Finding[]> {
  const edited = editedHeader(target.stores.main.key, edit);
  if (edited === undefined) return [];
  const { what, value, shell } = edited;
  const credential = { type: 'header', value, shell } as const;
  const exchange = await client.send({ method: 'GET', path: '/api/agents', credential });
  // Servers, proxies and firewalls may each reject what is beyond ASCII in their own way.
  if (!/^[ -~]+$/.test(value) && exchange.status >= 300 && exchange.status < 500) return [];
  const isKey = /^Bearer \S+$/.test(value);
  const found = isKey
    ? verifyErrorResponse(exchange, 'R-5-06', 401)
    : verifyErrorResponse(exchange, 'R-5-15', 401, 400);
  return withReason(found, ` for ${what}`);
}

/** Source 5.2, 5.3 and 5.6: any key but the right one, in any header but the right one. */
export const generatedKeys: Check = {
  id: 'auth/generated-keys',
  title: 'A key that is changed anywhere, and a header with more than the scheme and the key, are 401',
  requirements: ['R-5-06', 'R-5-15'],
  profile: 'full',
  cost: { requests: plainKeyEdits.length + runs, messages: 0, agents: 0 },
  fullCost: { requests: 14, messages: 0, agents: 0 },
  isReadOnly: true,
  run: (context) =>
    context.forAll({
      label: 'edits',
      arbitrary: anyKeyEdit,
      examples: plainKeyEdits,
      few: 11,
      runs,
      verify: (edit) => verifyEdit(context, edit),
    }),
};
