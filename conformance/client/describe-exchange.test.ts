import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { curlLine } from './describe-exchange.ts';

/** The arguments that a shell passes to curl, the last one being the body, which may be piped. */
function argumentsOf(line: string): string[] {
  const piped = line.endsWith('--data-binary @-') ? 'cat; printf "\\0"; ' : '';
  const script = `curl() { printf '%s\\0' "$@"; ${piped}}; ${line}`;
  const env = { CONFORMANCE_API_KEY: 'svc_key' };
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}

it('curlLine is one line that a shell reads as the same request', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 }).filter((value) => !value.includes('\0'));
  const property = fc.property(text, (name) => {
    const line = curlLine({ method: 'POST', path: '/api/agents', json: { name } }, 'https://host/api/agents');
    expect(line).not.toMatch(/[\r\n]/);
    const words = argumentsOf(line);
    expect(words).toContain('https://host/api/agents');
    expect(words).toContain('Authorization: Bearer svc_key');
    expect(JSON.parse(words.at(-1) ?? '')).toEqual({ name });
  });
  fc.assert(property, { numRuns: 40, examples: [['\x7f']] });
});

it('curlLine pipes bytes that no quoted word holds, on one line', () => {
  const bytes = fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 30 }), fc.constantFrom(' \r\n', '{\n}\0'));
  const property = fc.property(bytes, (body) => {
    const line = curlLine({ method: 'POST', path: '/', body }, 'https://host/');
    expect(line).not.toMatch(/[\r\n]/);
    const sent = execFileSync('sh', ['-c', `curl() { cat; }; ${line}`]);
    expect(sent.equals(Buffer.from(body))).toBe(true);
  });
  fc.assert(property, { numRuns: 20 });
});

it('curlLine prints a long body in full, in a loop where it repeats', () => {
  const bodies = [
    JSON.stringify({ message: 'a'.repeat(200_000) }),
    `{"name":"${'Größe 😀 '.repeat(900)}"}`,
    '['.repeat(5000),
    '-%\\"\'-'.repeat(1200),
    Array.from({ length: 2000 }, (_, index) => `${index * 7919}`).join(' '),
  ];
  for (const body of bodies) {
    const line = curlLine({ method: 'POST', path: '/', body }, 'https://host/');
    expect(execFileSync('sh', ['-c', `curl() { cat; }; ${line}`], { encoding: 'utf8' })).toBe(body);
  }
  const [repeated = ''] = bodies;
  expect(curlLine({ method: 'POST', path: '/', body: repeated }, 'https://host/').length).toBeLessThan(300);
});

it('curlLine has no Authorization header where no key was sent', () => {
  const line = curlLine({ method: 'GET', path: '/', credential: { type: 'none' } }, 'https://host/');
  expect(argumentsOf(line)).toEqual(['-sS', '-i', '-N', 'https://host/']);
});
