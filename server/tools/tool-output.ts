import type { CallToolResult } from '@modelcontextprotocol/client';
import { isObject } from '../is-object.ts';
import type { ToolOutput } from './tool-connection.ts';

/** The object in an MCP result: its structured content, else its text, else what kinds of content it holds. */
export function outputOfResult(result: CallToolResult): ToolOutput {
  const text = textOf(result);
  if (result.isError === true) return errorOf(result, text);
  if (isObject(result.structuredContent)) return result.structuredContent;
  if (result.structuredContent !== undefined) return { result: result.structuredContent };
  return parsedObject(text) ?? { text };
}

function errorOf({ structuredContent }: CallToolResult, text: string): ToolOutput {
  if (isObject(structuredContent) && 'error' in structuredContent) return structuredContent;
  return { error: text === '' ? 'The tool failed.' : text };
}

function textOf(result: CallToolResult): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
}

// Servers without structured output put their JSON into a text.
function parsedObject(text: string): ToolOutput | null {
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
