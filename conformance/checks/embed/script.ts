import { unexpected } from '../../model/verify-error.ts';
import { parse } from 'acorn';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { Check, CheckContext, Expectation, Finding } from '../../check.ts';
import { base64Forms, secretsOf } from '../../client/redact.ts';
import type { Exchange } from '../../exchange.ts';

/** Whether the source parses as a JavaScript script or module, and is not empty. */
function parses(source: string): boolean {
  return (['script', 'module'] as const).some((sourceType) => {
    try {
      return parse(source, { ecmaVersion: 'latest', sourceType }).body.length > 0;
    } catch {
      return false;
    }
  });
}

// The media types of scripts in browsers. They reject text/plain under nosniff, and others always.
const scriptTypes = /^(text|application)\/(x-)?(javascript|ecmascript)$/;

/** The key as it is, and without its prefix or as base64, which hide it from a search. */
function formsOf(key: string): readonly string[] {
  return [key.replace(/^svc_/, ''), ...base64Forms(key)];
}

const request = { method: 'GET', path: '/embed/chatbot.js' };

/** Verifies the embed script, which must not contain any of `keys`. Source 4.5 and 5.9. */
export function verifyScript(
  source: string,
  contentType: string,
  keys: readonly string[],
): readonly Finding[] {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const found: Finding[] = [];
  const add = (requirement: RequirementId, expected: Expectation, actual: string): void => {
    found.push({ requirement, expected, actual });
  };
  if (!scriptTypes.test(type)) add('R-4.5-05', 'script-media-type', `Content-Type: ${type || 'none'}`);
  if (!parses(source)) add('R-4.5-05', 'script-parses', source.slice(0, 120));
  if (
    /svc_[A-Za-z0-9]{32}/.test(source) ||
    keys.some((key) => formsOf(key).some((form) => source.includes(form)))
  )
    add('R-5-10', 'script-without-key', 'a key in it');
  if (!/data-chatbot-id|chatbot-?id/i.test(source))
    add('R-4.5-14', 'script-reads-chatbot-id', 'the script does not contain it');
  return found;
}

/** What a browser says of the script of a page, which is of another site. */
const ofPage = { 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' };

/** A browser that has cached another version, and takes compressed ones, receives this one as it says that it is. */
async function verifyOtherTag({ client, report }: CheckContext, plain: string): Promise<void> {
  const encodings = 'gzip, deflate, br';
  const headers = { ...ofPage, 'if-none-match': '"of another version"', 'accept-encoding': encodings };
  // Pages add a parameter, so that no old version comes from a cache.
  const path = `${request.path}?_=1700000000`;
  const exchange = await client.send({ ...request, path, headers, credential: { type: 'none' } });
  if (exchange.status === 200 && exchange.text !== '') {
    if (parses(exchange.text) || !parses(plain)) return;
    report(unexpected('R-4.5-05', ['encoded-script-parses', encodings], exchange));
    return;
  }
  const requirement = exchange.status === 403 ? 'R-4.5-05' : 'R-4.5-01';
  report(unexpected(requirement, 'script-for-any-page', exchange));
}

/** Pages of shops are of other origins: browsers block a script for them whose own header allows its origin alone. */
function verifyOtherOrigins(exchange: Exchange): readonly Finding[] {
  const policy = (exchange.headers['cross-origin-resource-policy'] ?? '').trim().toLowerCase();
  if (policy !== 'same-origin') return [];
  const expected = 'script-of-any-origin';
  return [{ requirement: 'R-4.5-05', expected, actual: `Cross-Origin-Resource-Policy: ${policy}`, exchange }];
}

/** Source 4.5 and 5.9. */
export const embedScript: Check = {
  id: 'embed/script',
  title:
    'The embed script is served without a key: JavaScript that parses, reads data-chatbot-id and contains no key',
  requirements: ['R-4.5-01', 'R-4.5-05', 'R-4.5-14', 'R-5-10'],
  profile: 'core',
  isReadOnly: true,
  run: async (context) => {
    const { client, target, report } = context;
    const exchange = await client.send({ ...request, credential: { type: 'none' } });
    if (exchange.status !== 200) {
      // A page has no key: a script that needs one cannot be loaded.
      const withKey = await client.send(request);
      const requirement = withKey.status === 200 ? 'R-4.5-05' : 'R-4.5-01';
      report(unexpected(requirement, 'script-needs-no-key', exchange));
      return;
    }
    await verifyOtherTag(context, exchange.text);
    report(verifyOtherOrigins(exchange));
    const contentType = exchange.headers['content-type'] ?? '';
    report(verifyScript(exchange.text, contentType, secretsOf(target)), exchange);
  },
};
