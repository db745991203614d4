import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';

/** What a tool answered, always an object (source 6); a failure that it tells of is `{ error }`. */
export type AgentToolOutput = Readonly<Record<string, unknown>>;

/** A tool that an agent may call. */
export interface AgentTool {
  readonly description: string;
  /** JSON Schema of its input, for the model. */
  readonly inputSchema: LanguageModelV4FunctionTool['inputSchema'];
  /** Takes whatever the model sent. A rejection means that the call was wrong, and its words are told to nobody. */
  execute(input: unknown, signal: AbortSignal): Promise<AgentToolOutput>;
}

/** An agent's tools by the name that the model calls. A map, since a model may ask for `constructor`. */
export type AgentTools = ReadonlyMap<string, AgentTool>;
