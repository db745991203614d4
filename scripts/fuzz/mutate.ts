import type { Random } from '../random.ts';
import type { FuzzRequest } from './valid-requests.ts';

type Mutation = (request: FuzzRequest, random: Random) => void;

const strangeTargets = [
  '*',
  '//',
  '/..',
  '/../../etc/passwd',
  '/docs/../package.json',
  '/docs/%2e%2e/%2e%2e/package.json',
  '/docs/%00',
  '/demo/product/%ff',
  '/demo/product/%',
  '/demo/images/%c0%af.svg',
  '/embed/chatbot.js/',
  '/api/agents?a=%ff',
  '/api/agents?__proto__[a]=1',
  '/mcp?api_key=a&api_key=b',
  '/mcp?api_key[]=a',
  '/docs/%5c..%5c',
  '/docs/./../',
  'https://localhost/api/agents',
  'http://[::1',
  'https://',
  '?',
  '#',
  '/#a',
  '/demo',
  '/docs',
  '/docs/assets',
  '/api/widget/config?chatbot_id=',
  '/api/widget/config?chatbot_id=%00',
  `/${'a/'.repeat(2000)}`,
  '/\u0000',
  'a',
  '/api/widget/config?chatbot_id=a&chatbot_id=b',
  `/demo/?category=${'%F0%9F'.repeat(99)}`,
  '/demo/product/constructor',
] as const;

const strangeHeaders: readonly [[string, string], ...[string, string][]] = [
  ['Host', 'other'],
  ['Host', ''],
  ['Content-Length', '5'],
  ['Content-Length', '-1'],
  ['Content-Length', '99999999999999999999'],
  ['Transfer-Encoding', 'chunked'],
  ['Transfer-Encoding', 'gzip, chunked'],
  ['Transfer-Encoding', ' chunked'],
  ['Content-Type', 'application/json; charset=utf-16'],
  ['Content-Type', 'multipart/form-data; boundary=a'],
  ['Content-Type', ';;;'],
  ['Content-Encoding', 'gzip'],
  ['Expect', '100-continue'],
  ['Expect', 'a miracle'],
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade'],
  ['Connection', 'close'],
  ['Connection', 'keep-alive, close, Authorization'],
  ['Range', 'bytes=0-0,2-99999'],
  ['Range', 'bytes=99999999-'],
  ['If-None-Match', '"'],
  ['If-Modified-Since', 'never'],
  ['If-Match', '"x"'],
  ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['Accept', ';;q=,,'],
  ['Accept-Encoding', 'gzip;q=0, identity;q=0'],
  ['Accept-Encoding', '*;q=x'],
  ['Origin', 'null'],
  ['Origin', 'https://[::'],
  ['Access-Control-Request-Method', 'POST'],
  ['X-Forwarded-Proto', 'http'],
  ['X-Forwarded-For', ', ,,a'],
  ['Authorization', 'Bearer '],
  ['Authorization', 'Basic Og=='],
  ['Authorization', 'Bearer vst_a.b.c'],
  ['Idempotency-Key', 'a'.repeat(300)],
  ['Idempotency-Key', '\u00e9'],
  ['Mcp-Protocol-Version', '1999-01-01'],
  ['Mcp-Session-Id', '\u0001'],
  ['Last-Event-ID', '-1'],
  ['Cookie', 'a=b; '.repeat(100)],
  ['X-Large', 'a'.repeat(17_000)],
  ['A'.repeat(9_000), 'b'],
  ['X-Folded', 'a\r\n b'],
  ['X-Split', 'a\r\nX-Other: b'],
  ['X Space', 'a'],
  ['', 'a'],
];

const strangeBodies: readonly [string, ...string[]] = [
  '',
  'null',
  '[]',
  '"text"',
  '{',
  '{"a":1}{"b":2}',
  '{"__proto__":{"a":1},"constructor":{}}',
  '{"agent_id":1e999,"message":-0}',
  '{"agent_id":"\\ud800","message":"\\u0000"}',
  '{"agent_id":"a","agent_id":"b","message":"c"}',
  `{"message":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  `{"message":${'9'.repeat(5_000)}}`,
  `{"message":"${'\u2028'.repeat(40_000)}"}`,
  `{"${'a'.repeat(70_000)}":1}`,
  '\ufeff{}',
  '{"jsonrpc":"2.0","id":{},"method":[],"params":1}',
  '[{"jsonrpc":"2.0","id":1,"method":"tools/list"},{"jsonrpc":"2.0","id":1,"method":"tools/list"}]',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","arguments":null}}',
];

const strangeMethods = [
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'TRACE',
  'CONNECT',
  'PRI',
  'get',
  'G\u0000T',
  'M-SEARCH',
] as const;
const strangeVersions = [
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/1.10',
  'http/1.1',
  'HTTP/1.1 ',
  '',
] as const;

/** Changes to the parts of a request. */
const structural: readonly [Mutation, ...Mutation[]] = [
  (request, random) => (request.method = random.pick(strangeMethods)),
  (request, random) => (request.target = random.pick(strangeTargets)),
  (request, random) =>
    (request.target += random.pick(['/', '%00', '?', '&a=b', '%', '#a', ' ', '\u00ff', ';a'])),
  (request, random) => (request.version = random.pick(strangeVersions)),
  (request, random) => request.headers.push(random.pick(strangeHeaders)),
  (request, random) => request.headers.push(random.pick(strangeHeaders), random.pick(strangeHeaders)),
  (request, random) => request.headers.splice(random.below(request.headers.length), 1),
  (request, random) =>
    request.headers.push(request.headers[random.below(request.headers.length)] ?? ['a', 'b']),
  (request, random) => {
    const count = random.pick([50, 2_100]);
    request.headers.push(
      ...Array.from({ length: count }, (_, index): [string, string] => [`X-${index}`, '']),
    );
  },
  (request, random) => setBody(request, Buffer.from(random.pick(strangeBodies))),
  (request, random) => setBody(request, changeBytes(request.body, random)),
  (request, random) => setBody(request, Buffer.alloc(random.pick([262_145, 300_000]), 'a')),
  (request, random) => chunk(request, random),
  (request, random) => chunk(request, random),
];

/** Sets the body with its length. */
function setBody(request: FuzzRequest, body: Buffer): void {
  request.body = body;
  request.headers = request.headers.map(([name, value]) =>
    name === 'Content-Length' ? [name, String(body.length)] : [name, value],
  );
}

/** Sends the body in chunks, some of them invalid. */
function chunk(request: FuzzRequest, random: Random): void {
  // Without this, the pair of both headers that request smuggling needs.
  if (random.chance(0.7)) request.headers = request.headers.filter(([name]) => name !== 'Content-Length');
  request.headers.push(['Transfer-Encoding', 'chunked']);
  const size = request.body.length.toString(16);
  const length = random.pick([
    size,
    size,
    `0${size}`,
    `${size};a=b`,
    'zz',
    '-1',
    'ffffffffffffffff',
    `${size} `,
    '',
  ]);
  const end = random.pick([
    '0\r\n\r\n',
    '0\r\n\r\n',
    '0\r\nA: b\r\n\r\n',
    '0\r\n: \r\n\r\n',
    '0\n\n',
    '',
    '0\r\nContent-Length: 9\r\n\r\n',
  ]);
  request.body = Buffer.concat([Buffer.from(`${length}\r\n`), request.body, Buffer.from(`\r\n${end}`)]);
}

const strangeBytes = [
  '\u0000',
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  ' ',
  ':',
  '\u00ff\u00fe',
  '\u00c0\u00af',
  '\u007f',
  'GET ',
] as const;

/** Flips, inserts, deletes or repeats some of the bytes. */
export function changeBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random.below(8));
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (random.below(6)) {
    case 0: {
      const copy = Buffer.from(bytes);
      if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
      return copy;
    }
    case 1:
      return Buffer.concat([before, random.bytes(1 + random.below(6)), after]);
    case 2:
      return Buffer.concat([before, Buffer.from(random.pick(strangeBytes), 'latin1'), after]);
    case 3:
      return Buffer.concat([before, bytes.subarray(end)]);
    case 4:
      return Buffer.concat([bytes.subarray(0, end), after]);
    default:
      return Buffer.from(
        bytes.toString('latin1').replace(/\d+/, '9'.repeat(1 + random.below(400))),
        'latin1',
      );
  }
}

/** Applies up to two changes to the parts of a request. */
export function changeRequest(request: FuzzRequest, random: Random): FuzzRequest {
  for (let count = random.below(3); count > 0; count -= 1) random.pick(structural)(request, random);
  return request;
}

/** The bytes of a request; header text is Latin-1, as HTTP reads it. */
export function bytesOf({ method, target, version, headers, body }: FuzzRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${target} ${version}\r\n${lines.join('')}\r\n`, 'latin1'),
    body,
  ]);
}
