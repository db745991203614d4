import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import type { ShownProduct } from '../catalog/shown-products.ts';
import type { AgentRecord } from '../db/records.ts';

/** A tool as a connection describes it. The schema is JSON Schema. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** The result of a tool call, always an object (source 6); a failure is `{ error }`. */
export type ToolOutput = Readonly<Record<string, unknown>>;

/** One connection behind an mcp_capabilities entry: built in or remote, both speak MCP (source 2.2). */
export interface ToolConnection {
  /** Throws when the connection is down. */
  listTools(): Promise<readonly ToolDescription[]>;
  /** Throws when the connection is down; a failure that the tool itself reports is an output. */
  callTool(name: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolOutput>;
  close(): Promise<void>;
}

/** Finds the connection that a capability's type names, or null when none is configured (decision 0003). */
export interface ToolConnections {
  find(storeId: string, type: string): Promise<ToolConnection | null>;
  close(): Promise<void>;
}

/** The capability types that are built in (source 2.2, decision 0003). */
export const builtInCatalogType = 'product_catalog';
export const builtInKnowledgeType = 'shop_knowledge';

/** Which products an agent's tools find: all that the store has, only the imported ones, or only those of its live shop. */
export const catalogTypes = [builtInCatalogType, 'imported_catalog', 'live_catalog'] as const;
export type CatalogType = (typeof catalogTypes)[number];

/** The type of the connection to a store's live shop (decision 0065). */
export const liveShopType = 'live_catalog' satisfies CatalogType;

export function isCatalogType(type: string): type is CatalogType {
  return catalogTypes.some((each) => each === type);
}

export function isBuiltInType(type: string): boolean {
  return isCatalogType(type) || type === builtInKnowledgeType;
}

/** The enabled types of an agent (source 2.2), each once; the imported and the live catalogue are one together. */
export function enabledTypes({ mcp_capabilities: capabilities = [] }: AgentRecord['config']): string[] {
  const types = capabilities.filter(({ enabled }) => enabled).map(({ type }) => type);
  const catalog = types.filter(isCatalogType);
  const isBoth = new Set(catalog).size > 1;
  return [...new Set(types.map((type) => (isBoth && isCatalogType(type) ? builtInCatalogType : type)))];
}

/** The catalogue of an agent; undefined for one without. */
export function catalogTypeOf(config: AgentRecord['config']): CatalogType | undefined {
  return enabledTypes(config).find(isCatalogType);
}

/** A tool that an agent may call. */
export interface AgentTool {
  readonly description: string;
  /** JSON Schema of its input, for the model. */
  readonly inputSchema: LanguageModelV4FunctionTool['inputSchema'];
  /** Whether its connection is the built-in catalogue. */
  readonly fromCatalog: boolean;
  /** The products that a result shows to the shopper, where the tool shows some. */
  shows?(output: ToolOutput): readonly ShownProduct[];
  /** Rejects when the call itself is invalid; the message of that error is never shown. */
  execute(input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolOutput>;
}

/** An agent's tools by the name that the model calls. A Map, because a model may ask for `constructor`. */
export type AgentTools = ReadonlyMap<string, AgentTool>;

/** Opens the tools behind an agent's mcp_capabilities (source 2.2). */
export interface ToolSource {
  /** Never fails: a connection that is down becomes a tool that reports so. */
  toolsFor(agent: AgentRecord): Promise<AgentTools>;
}
