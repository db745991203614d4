import { expect, it } from 'vitest';
import { startChild } from './child-process.ts';

const node = (code: string) => startChild([process.execPath, '-e', code]);
const waiting = 'console.log("port " + 8000 + 1); setInterval(() => {}, 1000)';

it('waits for a line of output, and stops the program with its exit code', async () => {
  const child = node(`process.on('SIGTERM', () => process.exit(7)); ${waiting}`);
  const [, port] = await child.line(/port (\d+)/);
  expect(port).toBe('80001');
  expect(await child.stop()).toBe(7);
  expect(await child.stop()).toBe(7);
});

it('throws with the last output when the program ends before its line, or before it is ready', async () => {
  const code = 'console.log("out"); console.error("no port is free"); process.exitCode = 3';
  await expect(node(code).line(/listening/)).rejects.toThrow(/ended with 3:\n(.*\n)*no port is free/);
  await expect(node(code).until(async () => false)).rejects.toThrow(/ended with 3:\n(.*\n)*no port is free/);
});

it('ends the program when the question whether it is ready fails', async () => {
  const child = node(waiting);
  await expect(child.until(() => Promise.reject(new Error('cannot ask')))).rejects.toThrow('cannot ask');
  expect(await child.stop()).toBeNull();
  expect(child.process.signalCode).toBe('SIGTERM');
});

it('throws when there is no such program', async () => {
  await expect(startChild(['no-such-program']).line(/port/)).rejects.toThrow('ENOENT');
});
