import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import type { ToolOutput } from '../../tools/tool-connection.ts';

/** A tool that an agent may call. */
export interface AgentTool {
  readonly description: string;
  /** JSON Schema of its input, for the model. */
  readonly inputSchema: LanguageModelV4FunctionTool['inputSchema'];
  /** A rejection means that the call was wrong, and its words are told to nobody. */
  execute(input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolOutput>;
}

/** An agent's tools by the name that the model calls. A map, since a model may ask for `constructor`. */
export type AgentTools = ReadonlyMap<string, AgentTool>;
