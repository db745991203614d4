import type { Random } from '../random.ts';
import strangeParts from './strange-parts.json' with { type: 'json' };
import type { FuzzRequest } from './valid-requests.ts';

type Mutation = (request: FuzzRequest, random: Random) => void;

type Texts = readonly [string, ...string[]];

const strangeMethods: Texts = ['HEAD', ...strangeParts.methods];
const strangeVersions: Texts = ['HTTP/1.0', ...strangeParts.versions];
const strangeBytes: Texts = ['\u0000', ...strangeParts.bytes];
const strangeTargets: Texts = [
  `/${'a/'.repeat(2000)}`,
  `/demo/?category=${'%F0%9F'.repeat(99)}`,
  ...strangeParts.targets,
];
const strangeHeaders: Texts = [
  `Idempotency-Key: ${'a'.repeat(300)}`,
  `Cookie: ${'a=b; '.repeat(100)}`,
  `X-Large: ${'a'.repeat(17_000)}`,
  `${'A'.repeat(9_000)}: b`,
  ...strangeParts.headers,
];
const strangeBodies: Texts = [
  `{"message":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  `{"message":${'9'.repeat(5_000)}}`,
  `{"message":"${'\u2028'.repeat(40_000)}"}`,
  `{"${'a'.repeat(70_000)}":1}`,
  ...strangeParts.bodies,
];

function strangeHeader(random: Random): [name: string, value: string] {
  const [name = '', ...value] = random.pick(strangeHeaders).split(': ');
  return [name, value.join(': ')];
}

/** Changes to the parts of a request. */
const structural: readonly [Mutation, ...Mutation[]] = [
  (request, random) => (request.method = random.pick(strangeMethods)),
  (request, random) => (request.target = random.pick(strangeTargets)),
  (request, random) =>
    (request.target += random.pick(['/', '%00', '?', '&a=b', '%', '#a', ' ', '\u00ff', ';a'])),
  (request, random) => (request.version = random.pick(strangeVersions)),
  (request, random) => request.headers.push(strangeHeader(random)),
  (request, random) => request.headers.push(strangeHeader(random), strangeHeader(random)),
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
