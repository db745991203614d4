import {
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { everyDefault, everyEnum } from './elicited-schemas.ts';
import { askModel, sampledText, text, type Round } from './rounds.ts';

/** Tools that ask the client's model or user once. */
export function addAskingTools(server: McpServer): void {
  const { registerTool } = server;
  const add = registerTool.bind(server);
  const prompt = z.object({ prompt: z.string() });
  add('test_sampling', { description: "Asks the client's model.", inputSchema: prompt }, (input, context) => {
    const answer = sampledText(context, 'answer');
    if (answer !== undefined) return text(`LLM response: ${answer}`);
    return inputRequired({ inputRequests: { answer: askModel(input.prompt, 100) } });
  });
  const message = z.object({ message: z.string() });
  add(
    'test_elicitation',
    { description: "Asks the client's user.", inputSchema: message },
    (input, context) =>
      elicit(context, 'User response', input.message, {
        type: 'object',
        properties: {
          username: { type: 'string', description: "User's response" },
          email: { type: 'string', description: "User's email address" },
        },
        required: ['username', 'email'],
      }),
  );
  add('test_elicitation_sep1034_defaults', { description: 'Asks with defaults.' }, (context) =>
    elicit(context, 'Elicitation completed', 'Please check these values', everyDefault),
  );
  add('test_elicitation_sep1330_enums', { description: 'Asks with every kind of enum.' }, (context) =>
    elicit(context, 'Elicitation completed', 'Please choose', everyEnum),
  );
}

type RequestedSchema = Parameters<typeof inputRequired.elicit>[0]['requestedSchema'];

function elicit(
  context: ServerContext,
  label: string,
  message: string,
  requestedSchema: RequestedSchema,
): Round {
  const response = inputResponse(context.mcpReq.inputResponses, 'answer');
  if (response.kind !== 'elicit') {
    return inputRequired({ inputRequests: { answer: inputRequired.elicit({ message, requestedSchema }) } });
  }
  return text(`${label}: action=${response.action}, content=${JSON.stringify(response.content ?? {})}`);
}
