import {
  CLIENT_CAPABILITIES_META_KEY,
  acceptedContent,
  inputRequired,
  inputResponse,
  isSpecType,
  type CallToolResult,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { everyDefault, everyEnum } from './elicited-schemas.ts';
import { stateCodec, type FixtureState } from './state-codec.ts';

type Round = CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;

function text(words: string): CallToolResult {
  return { content: [{ type: 'text', text: words }] };
}

const named = z.object({ name: z.string() });
const confirmed = z.object({ ok: z.boolean() });

const askName = (message: string) => inputRequired.elicit({ message, requestedSchema: named });
const ask = (prompt: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    maxTokens,
  });

/** Tools that need something from the client's user, model or files before they can answer. */
export function addInputTools(server: McpServer): void {
  const add = (name: string, run: (context: ServerContext) => Round): void => {
    server.registerTool(name, { description: `Asks the client: ${name}.` }, run);
  };
  addAskingTools(server);
  add('test_input_required_result_elicitation', greet);
  add('test_input_required_result_sampling', (context) => {
    const answer = sampledText(context, 'capital_question');
    const capital_question = ask('What is the capital of France?', 100);
    return answer === undefined ? inputRequired({ inputRequests: { capital_question } }) : text(answer);
  });
  add('test_input_required_result_list_roots', (context) => {
    const response = inputResponse(context.mcpReq.inputResponses, 'client_roots');
    if (response.kind === 'roots') return text(`Roots: ${response.roots.map(({ uri }) => uri).join(', ')}`);
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  add('test_input_required_result_request_state', confirmState);
  add('test_input_required_result_tampered_state', confirmState);
  add('test_input_required_result_multiple_inputs', askEverything);
  add('test_input_required_result_multi_round', inRounds);
  add('test_input_required_result_capabilities', askWhatClientCan);
  add('test_missing_capability', () =>
    inputRequired({ inputRequests: { answer: ask('Are you there?', 10) } }),
  );
  add('test_streaming_elicitation', greet);
}

function addAskingTools(server: McpServer): void {
  const { registerTool } = server;
  const add = registerTool.bind(server);
  const prompt = z.object({ prompt: z.string() });
  add('test_sampling', { description: "Asks the client's model.", inputSchema: prompt }, (input, context) => {
    const answer = sampledText(context, 'answer');
    if (answer !== undefined) return text(`LLM response: ${answer}`);
    return inputRequired({ inputRequests: { answer: ask(input.prompt, 100) } });
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

function sampledText(context: ServerContext, key: string): string | undefined {
  const response = inputResponse(context.mcpReq.inputResponses, key);
  if (response.kind !== 'sampling') return undefined;
  const blocks = [response.result.content].flat();
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function greet(context: ServerContext): Round {
  const answer = acceptedContent(context.mcpReq.inputResponses, 'user_name', named);
  if (answer !== undefined) return text(`Hello, ${answer.name}!`);
  return inputRequired({ inputRequests: { user_name: askName('What is your name?') } });
}

async function confirmState(context: ServerContext): Promise<CallToolResult | InputRequiredResult> {
  const state = context.mcpReq.requestState<FixtureState>();
  const answer = acceptedContent(context.mcpReq.inputResponses, 'confirm', confirmed);
  if (state?.round === 1 && answer !== undefined) return text('state-ok');
  const confirm = inputRequired.elicit({ message: 'Please confirm', requestedSchema: confirmed });
  return inputRequired({
    inputRequests: { confirm },
    requestState: await stateCodec.mint({ round: 1 }, context),
  });
}

async function askEverything(context: ServerContext): Promise<CallToolResult | InputRequiredResult> {
  const user = acceptedContent(context.mcpReq.inputResponses, 'user_name', named);
  const words = sampledText(context, 'greeting');
  const roots = inputResponse(context.mcpReq.inputResponses, 'client_roots');
  if (user !== undefined && words !== undefined && roots.kind === 'roots') {
    return text(`${words} ${user.name} (${roots.roots.length} roots)`);
  }
  const inputRequests = {
    user_name: askName('What is your name?'),
    greeting: ask('Generate a greeting', 50),
    client_roots: inputRequired.listRoots(),
  };
  return inputRequired({ inputRequests, requestState: await stateCodec.mint({ round: 1 }, context) });
}

async function inRounds(context: ServerContext): Promise<CallToolResult | InputRequiredResult> {
  const round = context.mcpReq.requestState<FixtureState>()?.round ?? 0;
  const { inputResponses } = context.mcpReq;
  const color = z.object({ color: z.string() });
  const chosen = acceptedContent(inputResponses, 'step2', color);
  if (round === 2 && chosen !== undefined) return text(`You like ${chosen.color}.`);
  const isNamed = round >= 1 && acceptedContent(inputResponses, 'step1', named) !== undefined;
  const inputRequests = isNamed
    ? {
        step2: inputRequired.elicit({
          message: 'Step 2: What is your favorite color?',
          requestedSchema: color,
        }),
      }
    : { step1: askName('Step 1: What is your name?') };
  const requestState = await stateCodec.mint({ round: isNamed ? 2 : 1 }, context);
  return inputRequired({ inputRequests, requestState });
}

function askWhatClientCan(context: ServerContext): Round {
  const said: unknown = Reflect.get(context.mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY);
  const can = isSpecType.ClientCapabilities(said) ? said : {};
  const inputRequests = {
    ...(can.elicitation === undefined ? {} : { user_name: askName('What is your name?') }),
    ...(can.sampling === undefined ? {} : { greeting: ask('Generate a greeting', 50) }),
  };
  return inputRequired({ inputRequests });
}
