import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { PageProduct } from '../../catalog/shopper-page.ts';
import { pageOf, saidIn } from '../page-part.ts';
import { type Reading, readToolOutput, type ToolName, toolNames } from './tool-results.ts';

/** A tool call and its result. */
export interface Step {
  readonly tool: ToolName;
  readonly input: unknown;
  readonly reading: Reading;
}

/** A message of the shopper and the tool calls for it. */
export interface Turn {
  readonly said: string;
  readonly steps: Step[];
}

/** Parses the turns of a prompt, the current one last. Ignores the system prompt, so that it cannot leak. */
export function readConversation(prompt: LanguageModelV4Prompt): { turns: Turn[]; callCount: number } {
  const inputs = new Map<string, unknown>();
  const turns: Turn[] = [];
  let lastPage: string | undefined;
  for (const { role, content } of prompt) {
    if (role === 'user') {
      const page = pageOf({ role, content })?.product;
      // A shopper who opens the page of a product looks at it: "it" is that product.
      if (page !== undefined && page.id !== lastPage) turns.push({ said: '', steps: [lookAt(page)] });
      lastPage = page?.id;
      turns.push({ said: saidIn({ role, content }), steps: [] });
    }
    for (const part of role === 'assistant' || role === 'tool' ? content : []) {
      if (part.type === 'tool-call') inputs.set(part.toolCallId, part.input);
      const tool = part.type === 'tool-result' ? toolNameOf(part.toolName) : undefined;
      if (part.type !== 'tool-result' || tool === undefined) continue;
      const reading = readToolOutput(tool, part.output);
      turns.at(-1)?.steps.push({ tool, input: inputs.get(part.toolCallId), reading });
    }
  }
  return { turns, callCount: inputs.size };
}

function lookAt({ id, title, description, available, price, max_price: max = price }: PageProduct): Step {
  const range = { min: { ...price }, max: { ...max } };
  const product = { id, title, description, available, price_range: range, variants: [] };
  const reading = readToolOutput('get_product', { type: 'json', value: { product } });
  return { tool: 'get_product', input: { id }, reading };
}

/** The available tools, by the names that the prompt gives them. */
export type Tools = Partial<Record<ToolName, string>>;

/** Finds the tools of a call; none if `toolChoice` is none. Of two names of one tool the shortest wins: it has no prefix. */
export function toolsOf({ tools = [], toolChoice }: LanguageModelV4CallOptions): Tools {
  if (toolChoice?.type === 'none') return {};
  const offered = tools.filter(({ type }) => type === 'function').map(({ name }) => name);
  const sorted = offered.toSorted((left, right) => right.length - left.length);
  return Object.fromEntries(sorted.flatMap((name) => [[toolNameOf(name) ?? '', name]]));
}

/** The tool of a name, which has a prefix when two connections offer the same tool. */
function toolNameOf(name: string): ToolName | undefined {
  return toolNames.find((each) => name === each || name.endsWith(`_${each}`));
}
