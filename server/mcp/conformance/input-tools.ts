import {
  CLIENT_CAPABILITIES_META_KEY,
  acceptedContent,
  inputRequired,
  inputResponse,
  isSpecType,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { askModel, askName, named, sampledText, text, type Round } from './rounds.ts';

/** Tools that need something from the client's user, model or files before they can answer. */
export function addInputTools(server: McpServer): void {
  const add = (name: string, run: (context: ServerContext) => Round): void => {
    server.registerTool(name, { description: `Asks the client: ${name}.` }, run);
  };
  add('test_input_required_result_elicitation', greet);
  add('test_input_required_result_sampling', (context) => {
    const answer = sampledText(context, 'capital_question');
    const capital_question = askModel('What is the capital of France?', 100);
    return answer === undefined ? inputRequired({ inputRequests: { capital_question } }) : text(answer);
  });
  add('test_input_required_result_list_roots', (context) => {
    const response = inputResponse(context.mcpReq.inputResponses, 'client_roots');
    if (response.kind === 'roots') return text(`Roots: ${response.roots.map(({ uri }) => uri).join(', ')}`);
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  add('test_input_required_result_capabilities', askWhatClientCan);
  add('test_missing_capability', () =>
    inputRequired({ inputRequests: { answer: askModel('Are you there?', 10) } }),
  );
  add('test_streaming_elicitation', greet);
}

function greet(context: ServerContext): Round {
  const answer = acceptedContent(context.mcpReq.inputResponses, 'user_name', named);
  if (answer !== undefined) return text(`Hello, ${answer.name}!`);
  return inputRequired({ inputRequests: { user_name: askName('What is your name?') } });
}

function askWhatClientCan(context: ServerContext): Round {
  const said: unknown = Reflect.get(context.mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY);
  const can = isSpecType.ClientCapabilities(said) ? said : {};
  const inputRequests = {
    ...(can.elicitation === undefined ? {} : { user_name: askName('What is your name?') }),
    ...(can.sampling === undefined ? {} : { greeting: askModel('Generate a greeting', 50) }),
  };
  return inputRequired({ inputRequests });
}
