import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { fixedAgents } from './fixed-agents.ts';
import { announce, peerSettings } from './peer.ts';

// Express alone: what the framework costs before any work is done.
const { tls } = peerSettings();
const agents = fixedAgents(Number(process.env['PEER_AGENTS'] ?? 20));
const app = express();
app.get('/api/agents', (_request, response) => {
  response.json(agents);
});
const server = createServer(tls, app);
server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));
