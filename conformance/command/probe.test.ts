import { afterEach, describe, expect, it } from 'vitest';
import { maximal } from '../mutants/conforming/maximal.ts';
import { createCertificate } from '../mutants/server/certificate.ts';
import type { Deployment } from '../mutants/server/deployment.ts';
import { startServer, targetOf } from '../mutants/running-server.ts';
import type { Target } from '../target.ts';
import { probe } from './probe.ts';

const certificate = await createCertificate();
const started: { readonly close: () => Promise<void> }[] = [];
afterEach(() => Promise.all(started.splice(0).map((served) => served.close())));

async function start(deployment: Deployment): Promise<Target> {
  const server = await startServer(deployment, certificate);
  started.push(server);
  return targetOf(server, certificate);
}

/** Answers each request on these paths with one refusal, in words that may repeat what was sent. */
function refusing(status: number, words: (sent: string) => string, path = '/api'): Deployment {
  const finish: Deployment['finish'] = (reply, incoming) =>
    incoming.path.startsWith(path)
      ? maximal.errorResponse(status, words(String(incoming.headers.authorization)))
      : reply;
  return { ...maximal, finish };
}

describe('a target that refuses the key wherever it is asked', () => {
  it.each([
    [401, 'is it the key of a store there?'],
    [403, 'is --base-url where the API is served, and may the key use it?'],
  ])('by %i is not judged, and its own words are told', async (status, question) => {
    const target = await start(refusing(status, () => 'go away'));
    const line = `${target.baseUrl} refuses the key (${status} "go away"): ${question}`;
    await expect(probe(target)).rejects.toThrow(line);
  });

  it('as its address is for HTTPS only, is not judged', async () => {
    const target = await start(maximal);
    const plain = probe({ ...target, baseUrl: target.httpUrl });
    await expect(plain).rejects.toThrow(
      `${target.httpUrl} refuses the key (403 "HTTPS only"): is --base-url`,
    );
  });

  it('and repeats it, is not quoted with it', async () => {
    const target = await start(refusing(403, (sent) => `not with ${sent}`));
    const { message } = (await probe(target).catch((error: unknown) => error as Error)) as Error;
    expect(message).toContain('(403 "not with Bearer [redacted]")');
    expect(message).not.toContain(target.stores.main.key);
  });
});

it.each([401, 403])('a target that answers %i in one place alone is judged', async (status) => {
  const target = await start(refusing(status, () => 'no', '/api/agents'));
  await expect(probe(target)).resolves.toBeUndefined();
});
