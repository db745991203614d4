import { afterEach, describe, expect, it } from 'vitest';
import type { Target } from '../exchange.ts';
import { maximal } from '../mutants/conforming/maximal.ts';
import { createCertificate } from '../mutants/server/certificate.ts';
import type { Deployment } from '../mutants/server/deployment.ts';
import { startServer, targetOf } from '../mutants/running-server.ts';
import { probe } from './probe.ts';

const certificate = await createCertificate();
const started: { readonly close: () => Promise<void> }[] = [];
afterEach(() => Promise.all(started.splice(0).map((served) => served.close())));

async function start(deployment: Deployment): Promise<Target> {
  const server = await startServer(deployment, certificate);
  started.push(server);
  return targetOf(server, certificate);
}

/** Rejects each request on these paths; the error may repeat the Authorization header. */
function rejecting(status: number, errorOf: (authorization: string) => string, path = '/api'): Deployment {
  const finish: Deployment['finish'] = (reply, incoming) =>
    incoming.path.startsWith(path)
      ? maximal.errorResponse(status, errorOf(String(incoming.headers.authorization)))
      : reply;
  return { ...maximal, finish };
}

describe('probe rejects a target that rejects the key on every path', () => {
  it.each([
    [401, 'is it the key of a store there?'],
    [403, 'is --base-url where the API is served, and may the key use it?'],
  ])('with %i, and quotes its error', async (status, question) => {
    const target = await start(rejecting(status, () => 'go away'));
    const line = `${target.baseUrl} rejects the key (${status} "go away"): ${question}`;
    await expect(probe(target)).rejects.toThrow(line);
  });

  it('because its address requires HTTPS', async () => {
    const target = await start(maximal);
    const plain = probe({ ...target, baseUrl: target.httpUrl });
    await expect(plain).rejects.toThrow(
      `${target.httpUrl} rejects the key (403 "HTTPS only"): is --base-url`,
    );
  });

  it('and does not quote the key that its error repeats', async () => {
    const target = await start(rejecting(403, (authorization) => `not with ${authorization}`));
    const { message } = (await probe(target).catch((error: unknown) => error as Error)) as Error;
    expect(message).toContain('(403 "not with Bearer [redacted]")');
    expect(message).not.toContain(target.stores.main.key);
  });
});

it.each([401, 403])('probe accepts a target that returns %i on one path alone', async (status) => {
  const target = await start(rejecting(status, () => 'no', '/api/agents'));
  await expect(probe(target)).resolves.toBeUndefined();
});
