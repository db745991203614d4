import { builtInCatalogType, type ToolConnection, type ToolDescription } from './types.ts';

/** A tool that an agent may use; `connection` is null where it is down. */
export interface OfferedTool {
  readonly type: string;
  readonly description: ToolDescription;
  readonly connection: ToolConnection | null;
}

export interface NamedTool {
  readonly name: string;
  readonly tool: OfferedTool;
}

/** The longest name that every provider takes. */
const longestName = 64;

/**
 * Gives every tool a name of its own that providers accept. Names that collide are prefixed with their
 * connection's type; the built-in catalogue keeps its names, so that no remote connection can take its place.
 */
export function nameTools(tools: readonly OfferedTool[]): NamedTool[] {
  const count = new Map<string, number>();
  for (const tool of tools) count.set(plainName(tool), (count.get(plainName(tool)) ?? 0) + 1);
  const taken = new Set(tools.filter(isBuiltIn).map(plainName));
  return tools.map((tool) => {
    if (isBuiltIn(tool)) return { name: plainName(tool), tool };
    const collides = (count.get(plainName(tool)) ?? 0) > 1;
    const name = freeName(
      collides ? cleanName(`${tool.type}_${tool.description.name}`) : plainName(tool),
      taken,
    );
    taken.add(name);
    return { name, tool };
  });
}

function isBuiltIn(tool: OfferedTool): boolean {
  return tool.type === builtInCatalogType;
}

function plainName(tool: OfferedTool): string {
  return cleanName(tool.description.name);
}

function cleanName(name: string): string {
  return name.replace(/[^\w-]/g, '_').slice(0, longestName) || 'tool';
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, longestName - 4)}_${number}`;
  return free;
}
