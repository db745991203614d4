import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Change, HttpRequest, JsonObject } from '../server/deployment.ts';
import { depthOf, parseShallow, readUtf8Json, readStrictly, UnhandledFault } from '../server/read-json.ts';
import { isObject } from '../server/responses.ts';
import { onConfigNumber, onOperation, onText } from './changes.ts';

const loneSurrogate = /\\u[dD][89a-fA-F]/;

/** Reads JSON in another way. */
function reads(readJson: (request: HttpRequest) => unknown): Change {
  return () => ({ readJson });
}

/** Repairs a text that is no JSON, then reads it strictly. */
function repairs(repair: (text: string) => string): Change {
  return reads(({ body }) => readStrictly(Buffer.from(repair(body.toString('latin1')), 'latin1')));
}

/** Fails with a 500 on some texts, where a parser or a database throws. */
function fails(isFault: (text: string) => boolean): Change {
  return (base) => ({
    readJson: (request) => {
      if (isFault(request.body.toString())) throw new UnhandledFault('internal error');
      return base.readJson(request);
    },
  });
}

/** Rejects some valid texts. */
function rejects(when: (text: string) => boolean): Change {
  return (base) => ({
    readJson: (request) => (when(request.body.toString()) ? undefined : base.readJson(request)),
  });
}

/** The first object of a text, as a decoder of streams reads it. */
function firstObject(text: string): string {
  for (let end = text.indexOf('}'); end !== -1; end = text.indexOf('}', end + 1)) {
    const head = text.slice(0, end + 1);
    if (parseShallow(head) !== undefined) return head;
  }
  return text;
}

/** Python's NaN and Infinity; the value that is stored in their place does not matter. */
function withConstants(text: string): string {
  return text.replaceAll(/([:,[]\s*)-?(?:NaN|Infinity)\b/g, '$11');
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*.*?\*\/|\/\/.*$/g, '');
}

function hasLoneSurrogate(agent: JsonObject): boolean {
  return typeof agent['name'] === 'string' && !agent['name'].isWellFormed();
}

/** Go's Decoder, which leaves what follows the first value unread. */
const go: readonly Mutant[] = [
  ...mutantsOf('R-7-06', 'json/malformed-creates', {
    'go-decoder-ignores-what-follows': repairs(firstObject),
  }),
  ...mutantsOf('R-7-01', 'json/messages', {
    'go-message-decoder-ignores-what-follows': repairs(firstObject),
  }),
];

/** The defaults of System.Text.Json for the web. */
const dotnet: readonly Mutant[] = [
  ...mutantsOf('R-7-06', 'json/created-values', {
    'dotnet-lone-surrogate-as-500': fails((text) =>
      loneSurrogate.test(text.replaceAll(/\\ud83d\\ude00/g, '')),
    ),
  }),
  ...mutantsOf('R-7-01', 'json/messages', {
    'dotnet-message-lone-surrogate-as-500': fails((text) =>
      loneSurrogate.test(text.replaceAll(/\\ud83d\\ude00/g, '')),
    ),
    'dotnet-message-text-plain-as-500': (base) => ({
      readJson: (request) => {
        if (/plain/.test(request.headers['content-type'] ?? '')) throw new UnhandledFault('no formatter');
        return base.readJson(request);
      },
    }),
  }),
];

/** The defaults of Python's json, and what they lead to. */
const python: readonly Mutant[] = [
  ...mutantsOf('R-7-06', 'json/malformed-creates', {
    'python-nan-accepted': repairs(withConstants),
    'python-recursion-error-as-500': fails((text) => depthOf(text) > 1000),
  }),
  ...mutantsOf('R-7-06', 'json/created-values', {
    'python-byte-order-mark-as-500': fails((text) => text.startsWith('\uFEFF')),
  }),
  ...mutantsOf('R-4.2-01', 'json/created-values', {
    'python-lone-surrogate-breaks-the-list': (base) => ({
      ...reads(({ body }) => readUtf8Json(body))(base),
      ...onOperation('listAgents', (response, { store, deployment }) =>
        store.agents.some(hasLoneSurrogate)
          ? deployment.errorResponse(500, 'surrogates not allowed')
          : response,
      )(base),
    }),
  }),
  ...mutantsOf('R-7-01', 'json/messages', {
    'python-message-recursion-error-as-500': fails((text) => depthOf(text) > 1000),
    'python-message-byte-order-mark-as-500': fails((text) => text.startsWith('\uFEFF')),
  }),
];

/** Jackson and Gson with features that frameworks switch on. */
const jackson: readonly Mutant[] = [
  ...mutantsOf('R-2.2-20', 'json/created-values', {
    'jackson-fraction-truncated': onConfigNumber('max_tokens', Math.trunc),
  }),
  ...mutantsOf('R-2.2-08', 'agents/wrong-values', {
    'jackson-text-as-a-number': (base) => ({
      readJson: (request) => {
        const body = base.readJson(request);
        const config = isObject(body) ? body['config'] : undefined;
        if (!isObject(config) || !/^\d+$/.test(String(config['max_tokens']))) return body;
        return { ...(body as JsonObject), config: { ...config, max_tokens: Number(config['max_tokens']) } };
      },
    }),
  }),
  ...mutantsOf('R-7-06', 'json/malformed-creates', {
    'jackson-comments-accepted': repairs(withoutComments),
    'jackson-trailing-comma-accepted': repairs((text) => text.replaceAll(/,\s*([\]}])/g, '$1')),
    'jackson-single-quotes-accepted': repairs((text) => text.replaceAll("'", '"')),
    'jackson-unquoted-names-accepted': repairs((text) => text.replaceAll(/([{,])(\w+):/g, '$1"$2":')),
    'jackson-leading-zeros-accepted': repairs((text) => text.replaceAll(/:0+(?=[1-9])/g, ':')),
    'jackson-control-characters-accepted': repairs((text) => text.replaceAll('\t', '\\t')),
    'gson-literals-in-any-case': repairs((text) => text.replaceAll(/:True\b/g, ':true')),
    'servlet-empty-body-as-500': fails((text) => text === ''),
    'body-trimmed-of-any-blanks': repairs((text) =>
      text.replaceAll(/^\u00c2\u00a0|\u00e2\u0080\u00a8$/g, ''),
    ),
    'servlet-second-object-ignored': repairs((text) => (/\}\s*\{/.test(text) ? firstObject(text) : text)),
  }),
  ...mutantsOf('R-7-01', 'json/messages', {
    'jackson-message-trailing-comma-accepted': repairs((text) => text.replaceAll(/,\s*([\]}])/g, '$1')),
    'servlet-message-empty-body-as-500': fails((text) => text === ''),
  }),
];

/** Databases and parsers of one's own. */
const others: readonly Mutant[] = [
  ...mutantsOf('R-2.1-04', 'json/created-values', {
    'text-ends-at-nul': (base) => ({
      ...reads(({ body }) => readUtf8Json(body))(base),
      ...onText('name', (text) => text.split('\0')[0])(base),
    }),
    'escapes-not-decoded': repairs((text) => text.replaceAll(/\\(?=u00)/g, '\\\\')),
  }),
  ...mutantsOf('R-7-06', 'json/created-values', {
    'database-nul-as-500': fails((text) => text.includes('\\u0000')),
    'text-plain-as-500': (base) => ({
      readJson: (request) => {
        if (/plain/.test(request.headers['content-type'] ?? '')) throw new UnhandledFault('no body');
        return base.readJson(request);
      },
    }),
    'number-overflow-as-500': fails((text) => text.includes('1e400')),
  }),
  ...mutantsOf('R-4.3-05', 'json/created-values', {
    'blanks-before-the-object-rejected': rejects((text) => /^\s+\{/.test(text)),
    'escaped-name-unknown': rejects((text) => /"\\u00\w\w\w*":/.test(text)),
  }),
  ...mutantsOf('R-4.1-02', 'json/messages', {
    'message-with-blanks-rejected': rejects((text) => /^\s+\{/.test(text)),
  }),
  ...mutantsOf('R-7-01', 'json/messages', {
    'database-message-nul-as-500': fails((text) => text.includes('\\u0000')),
  }),
];

/** JSON as other languages read it by default, where that breaks a clause. */
export const jsonReaderMutants: readonly Mutant[] = [...go, ...dotnet, ...python, ...jackson, ...others];
