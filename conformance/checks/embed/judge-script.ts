import { parse } from 'acorn';
import type { Breach } from '../../check.ts';

/** Whether the source is JavaScript that says something, as a classic script or as a module. */
function parses(source: string): boolean {
  return (['script', 'module'] as const).some((sourceType) => {
    try {
      return parse(source, { ecmaVersion: 'latest', sourceType }).body.length > 0;
    } catch {
      return false;
    }
  });
}

// The media types by which browsers run a script; they refuse text/plain under nosniff, and never run others.
const scriptTypes = /^(text|application)\/(x-)?(javascript|ecmascript)$/;

/** What an embed script, as it was served, breaks of source 4.5 and 5.9. `keys` are those that it may not hold. */
export function judgeScript(source: string, contentType: string, keys: readonly string[]): readonly Breach[] {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const key = /svc_[A-Za-z0-9]{32}/.test(source) || keys.some((one) => source.includes(one));
  const attribute = /data-chatbot-id|chatbot-?id/i.test(source);
  const breaches: (Breach | false)[] = [
    !scriptTypes.test(type) && {
      requirement: 'R-4.5-05',
      expected: 'a JavaScript media type',
      actual: `Content-Type: ${type || 'none'}`,
    },
    !parses(source) && {
      requirement: 'R-4.5-05',
      expected: 'JavaScript that parses',
      actual: source.slice(0, 120),
    },
    key && {
      requirement: 'R-5-10',
      expected: 'no API key in the script',
      actual: 'a key in it',
    },
    !attribute && {
      requirement: 'R-4.5-02',
      expected: 'the script reads data-chatbot-id',
      actual: 'the script never names it',
    },
  ];
  return breaches.filter((breach) => breach !== false);
}
