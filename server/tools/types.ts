import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';

/** A tool as a connection describes it. The schema is JSON Schema. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** What a tool answered, always an object (source 6); a failure is `{ error }`. */
export type ToolOutput = Readonly<Record<string, unknown>>;

/** One connection behind an mcp_capabilities entry: built in or remote, both speak MCP (source 2.2). */
export interface ToolConnection {
  /** Throws when the connection is down. */
  listTools(): Promise<readonly ToolDescription[]>;
  /** Throws when the connection is down; a failure that the tool itself reports is an output. */
  callTool(name: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolOutput>;
  close(): Promise<void>;
}

/** Finds the connection that a capability's type names, or null where nobody configured one (decision 0003). */
export interface ToolConnections {
  find(storeId: string, type: string): Promise<ToolConnection | null>;
  close(): Promise<void>;
}

/** The capability type that the service itself serves (source 2.2, decision 0003). */
export const builtInCatalogType = 'product_catalog';

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
