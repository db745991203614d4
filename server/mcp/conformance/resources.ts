import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { png } from './sample-media.ts';

/** A text, a picture, one to watch, and a template. */
export function addResources(server: McpServer): void {
  addText(server, 'static-text', 'This is the content of the static text resource.');
  addText(server, 'watched-resource', 'Nothing happens here.');
  const picture = { uri: 'test://static-binary', mimeType: 'image/png', blob: png };
  server.registerResource(
    'static-binary',
    picture.uri,
    { description: 'A picture.', mimeType: picture.mimeType },
    async () => ({
      contents: [picture],
    }),
  );
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const metadata = { description: 'Data by id.', mimeType: 'application/json' };
  server.registerResource('template', template, metadata, async ({ href }, { id }) => {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` });
    return { contents: [{ uri: href, mimeType: metadata.mimeType, text }] };
  });
  // Nothing ever changes, so there is nobody to remember.
  server.server.setRequestHandler('resources/subscribe', async () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', async () => ({}));
}

function addText(server: McpServer, name: string, text: string): void {
  const contents = [{ uri: `test://${name}`, mimeType: 'text/plain', text }];
  const metadata = { description: `A text: ${name}.`, mimeType: 'text/plain' };
  server.registerResource(name, `test://${name}`, metadata, async () => ({ contents }));
}
