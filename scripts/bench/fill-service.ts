import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { agentBody } from './peers/fixed-agents.ts';
import type { MeasuredService } from './start-service.ts';

/** Creates agents over HTTPS as a client would; returns the id of the first. */
export async function createAgents(service: MeasuredService, count: number): Promise<string> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const { status, body } = await call(service, 'POST', '/api/agents', JSON.stringify(agentBody(index)));
    if (status !== 201) throw new Error(`creating an agent answered ${status}: ${body}`);
    ids.push((JSON.parse(body) as { id: string }).id);
  }
  return ids[0] ?? '';
}

/** One request with the store's key. */
export function call(
  service: MeasuredService,
  method: string,
  path: string,
  body?: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { ...bearer(service), 'Content-Type': 'application/json' };
    const ca = readFileSync(service.caFile);
    const outgoing = request(`${service.url}${path}`, { method, headers, ca, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export function bearer(service: Pick<MeasuredService, 'apiKey'>): { Authorization: string } {
  return { Authorization: `Bearer ${service.apiKey}` };
}
