import {
  acceptedContent,
  completable,
  inputRequired,
  type ContentBlock,
  type GetPromptResult,
  type McpServer,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { png } from './sample-media.ts';

/** Prompts with and without arguments, and one that asks first. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'One line.' }, async () =>
    prompt(text('This is a simple prompt for testing.')),
  );
  const argument = completable(z.string(), (value) =>
    ['paris', 'park', 'party'].filter((word) => word.startsWith(value)),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Two arguments.', argsSchema: z.object({ arg1: argument, arg2: argument }) },
    async ({ arg1, arg2 }) => prompt(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    async ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return prompt({ type: 'resource', resource }, text('Please process the embedded resource above.'));
    },
  );
  server.registerPrompt('test_prompt_with_image', { description: 'A picture.' }, async () =>
    prompt({ type: 'image', data: png, mimeType: 'image/png' }, text('Please analyze the image above.')),
  );
  addAskingPrompt(server);
}

function addAskingPrompt(server: McpServer): void {
  const requestedSchema = z.object({ context: z.string() });
  const message = 'What context should the prompt use?';
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks first.' },
    async ({ mcpReq }) => {
      const answer = acceptedContent(mcpReq.inputResponses, 'user_context', requestedSchema);
      if (answer !== undefined) return prompt(text(`Context: ${answer.context}`));
      const user_context = inputRequired.elicit({ message, requestedSchema });
      return inputRequired({ inputRequests: { user_context } });
    },
  );
}

function text(words: string): ContentBlock {
  return { type: 'text', text: words };
}

function prompt(...contents: readonly ContentBlock[]): GetPromptResult {
  return { messages: contents.map((content) => ({ role: 'user', content })) };
}
