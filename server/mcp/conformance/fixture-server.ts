import { McpServer, type ServerOptions } from '@modelcontextprotocol/server';
import { addAskingTools } from './asking-tools.ts';
import { addContentTools } from './content-tools.ts';
import { addInputTools } from './input-tools.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { stateCodec } from './state-codec.ts';
import { addStateTools } from './state-tools.ts';
import { addTimedTools } from './timed-tools.ts';

const options: ServerOptions = {
  capabilities: { logging: {}, resources: { subscribe: true } },
  requestState: { verify: stateCodec.verify },
};

/** A server with everything that the protocol's official conformance tool asks for, and our product has no use for. */
export function createFixtureServer(): McpServer {
  const server = new McpServer({ name: 'conformance-fixture', version: '1.0.0' }, options);
  addContentTools(server);
  addTimedTools(server);
  addAskingTools(server);
  addInputTools(server);
  addStateTools(server);
  addResources(server);
  addPrompts(server);
  return server;
}
