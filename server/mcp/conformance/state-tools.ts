import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type CallToolResult,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { askModel, askName, named, sampledText, text } from './rounds.ts';
import { stateCodec, type FixtureState } from './state-codec.ts';

const confirmed = z.object({ ok: z.boolean() });

/** Tools that hand the client a signed state and want it back with the answers. */
export function addStateTools(server: McpServer): void {
  const tools = {
    test_input_required_result_request_state: confirmState,
    test_input_required_result_tampered_state: confirmState,
    test_input_required_result_multiple_inputs: askEverything,
    test_input_required_result_multi_round: inRounds,
  };
  for (const [name, run] of Object.entries(tools)) {
    server.registerTool(name, { description: `Keeps a state: ${name}.` }, run);
  }
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
    greeting: askModel('Generate a greeting', 50),
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
