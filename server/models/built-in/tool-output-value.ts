import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { z } from 'zod';

/** The value of a failed call. */
export const failedOutput = Symbol('failed tool output');

const envelope = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.unknown()).optional(),
});
const textPart = z.object({ type: z.literal('text'), text: z.string() });

/** Extracts a tool's result from a prompt part: JSON, JSON in text, or an MCP result. */
export function toolOutputValue(output: LanguageModelV4ToolResultOutput): unknown {
  switch (output.type) {
    case 'json':
      return unwrapped(output.value);
    case 'text':
      return parsed(output.value);
    case 'content':
      return firstText(output.value);
    case 'error-text':
    case 'error-json':
    case 'execution-denied':
      return failedOutput;
    default:
      return output satisfies never;
  }
}

/** The content of an MCP result; any other value unchanged. */
function unwrapped(value: unknown): unknown {
  const { success, data } = envelope.safeParse(value);
  if (!success) return value;
  if (data.isError === true) return failedOutput;
  return data.structuredContent ?? (data.content === undefined ? value : firstText(data.content));
}

function firstText(parts: readonly unknown[]): unknown {
  for (const part of parts) {
    const { success, data } = textPart.safeParse(part);
    if (success) return parsed(data.text);
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return failedOutput;
  }
}
