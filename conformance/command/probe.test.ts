import { afterEach, describe, expect, it } from 'vitest';
import type { Target } from '../exchange.ts';
import { maximal } from '../mutants/conforming/maximal.ts';
import { targetOf } from '../mutants/judge.ts';
import { createCertificate } from '../mutants/server/certificate.ts';
import type { Deployment } from '../mutants/server/deployment.ts';
import { startSubject } from '../mutants/subject.ts';
import { probe } from './probe.ts';

const certificate = await createCertificate();
const started: { readonly close: () => Promise<void> }[] = [];
afterEach(() => Promise.all(started.splice(0).map((served) => served.close())));

async function start(deployment: Deployment): Promise<Target> {
  const subject = await startSubject(deployment, certificate);
  started.push(subject.served);
  return targetOf(subject, certificate);
}

/** Answers each request on these paths with one rejection, in words that may repeat what was sent. */
function rejecting(status: number, words: (sent: string) => string, path = '/api'): Deployment {
  const finish: Deployment['finish'] = (reply, incoming) =>
    incoming.path.startsWith(path)
      ? maximal.refuse(status, words(String(incoming.headers.authorization)))
      : reply;
  return { ...maximal, finish };
}

describe('a target that rejects the key wherever it is asked', () => {
  it.each([
    [401, 'is it the key of a store there?'],
    [403, 'is --base-url where the API is served, and may the key use it?'],
  ])('by %i is not checked, and its own words are told', async (status, question) => {
    const target = await start(rejecting(status, () => 'go away'));
    const line = `${target.baseUrl} rejects the key (${status} "go away"): ${question}`;
    await expect(probe(target)).rejects.toThrow(line);
  });

  it('as its address is for HTTPS only, is not checked', async () => {
    const target = await start(maximal);
    const plain = probe({ ...target, baseUrl: target.httpUrl });
    await expect(plain).rejects.toThrow(
      `${target.httpUrl} rejects the key (403 "HTTPS only"): is --base-url`,
    );
  });

  it('and repeats it, is not quoted with it', async () => {
    const target = await start(rejecting(403, (sent) => `not with ${sent}`));
    const { message } = (await probe(target).catch((error: unknown) => error as Error)) as Error;
    expect(message).toContain('(403 "not with Bearer [redacted]")');
    expect(message).not.toContain(target.stores.main.key);
  });
});

it.each([401, 403])('a target that answers %i in one place alone is checked', async (status) => {
  const target = await start(rejecting(status, () => 'no', '/api/agents'));
  await expect(probe(target)).resolves.toBeUndefined();
});
