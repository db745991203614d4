import { randomUUID } from 'node:crypto';
import { NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import type { ServeMcp } from '../mcp-router.ts';
import { readMessage } from '../read-message.ts';
import { createFixtureServer } from './fixture-server.ts';

type Sessions = Map<string, NodeStreamableHTTPServerTransport>;

/**
 * Serves the fixture behind our own guards. Clients of 2025 get sessions: what the fixture asks a client, the client
 * answers in another request. Our tools ask nothing, so the product needs none.
 */
export function serveFixture(): ServeMcp {
  const sessions: Sessions = new Map();
  const modern = toNodeHandler(createMcpHandler(createFixtureServer, { legacy: 'reject' }));
  return async (_caller, request, response) => {
    const body = await readMessage(request);
    if (await isLegacyRequest(await toWebRequest(request, body)))
      await serveSession(sessions, request, response, body);
    else await modern(request, response, body);
  };
}

async function serveSession(
  sessions: Sessions,
  request: Request,
  response: Response,
  body: unknown,
): Promise<void> {
  const transport = sessions.get(request.get('Mcp-Session-Id') ?? '') ?? (await newSession(sessions));
  // The guard has offered a session of its own; this one is real.
  response.removeHeader('Mcp-Session-Id');
  await transport.handleRequest(request, response, body);
}

async function newSession(sessions: Sessions): Promise<NodeStreamableHTTPServerTransport> {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await createFixtureServer().connect(transport);
  return transport;
}
