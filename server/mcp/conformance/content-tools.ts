import type { CallToolResult, ContentBlock, McpServer } from '@modelcontextprotocol/server';
import { png, wav } from './sample-media.ts';

type Content = ContentBlock;

const image: Content = { type: 'image', data: png, mimeType: 'image/png' };

const contents: Readonly<Record<string, Content[]>> = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ],
  test_multiple_content_types: [
    { type: 'text', text: 'Multiple content types test:' },
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
};

/** Tools that answer with one kind of content each, and one that fails. */
export function addContentTools(server: McpServer): void {
  for (const [name, content] of Object.entries(contents)) {
    const answer = async (): Promise<CallToolResult> => ({ content });
    server.registerTool(name, { description: `Answers the content of ${name}.` }, answer);
  }
  server.registerTool('test_error_handling', { description: 'Always fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}

function resource(uri: string, mimeType: string, text: string): Content {
  return { type: 'resource', resource: { uri, mimeType, text } };
}
