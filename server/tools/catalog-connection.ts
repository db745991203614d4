import { InMemoryTransport } from '@modelcontextprotocol/client';
import type { Catalog } from '../catalog/catalog.ts';
import type { Clock } from '../clock.ts';
import { createCatalogServer } from './catalog-server.ts';
import { createMcpConnection } from './mcp-connection.ts';
import type { ToolConnection } from './tool-connection.ts';

/** One store's catalogue as a connection: an MCP server in this process, reached through the same client as any other. */
export function createCatalogConnection(clock: Clock, catalog: () => Promise<Catalog>): ToolConnection {
  return createMcpConnection({
    clock,
    // Its tools change with the service's version only.
    listFreshMs: Number.POSITIVE_INFINITY,
    connectMs: 5000,
    async open() {
      const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
      await createCatalogServer(catalog).connect(serverSide);
      return clientSide;
    },
  });
}
