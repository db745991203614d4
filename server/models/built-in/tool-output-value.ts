import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { z } from 'zod';

const mcpResult = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.object({ text: z.string().optional() })),
});

/** A tool's result from a prompt part: JSON, or an MCP result as JSON; undefined for a failed call. */
export function toolOutputValue(output: LanguageModelV4ToolResultOutput): unknown {
  if (output.type !== 'json') return undefined;
  const { success, data } = mcpResult.safeParse(output.value);
  if (!success) return output.value;
  if (data.isError === true) return undefined;
  return data.structuredContent ?? parsed(data.content.find(({ text }) => text !== undefined)?.text);
}

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
