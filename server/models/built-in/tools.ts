import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';

const toolNames = ['search_catalog', 'get_product', 'search_shop_knowledge'] as const;
/** The tools that the model uses. */
export type ToolName = (typeof toolNames)[number];

/** The available tools, by the names that the prompt gives them. */
export type Tools = Partial<Record<ToolName, string>>;

/** Finds the tools of a call; none if `toolChoice` is none. Exact names precede prefixed ones. */
export function toolsOf({
  tools = [],
  toolChoice,
}: Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice'>): Tools {
  if (toolChoice?.type === 'none') return {};
  const offered = tools.flatMap((tool) => (tool.type === 'function' ? [tool.name] : []));
  return Object.fromEntries(
    toolNames.flatMap((name) => {
      const actual =
        offered.find((each) => each === name) ?? offered.find((each) => toolNameOf(each) === name);
      return actual === undefined ? [] : [[name, actual]];
    }),
  );
}

/** The tool of a name, which has a prefix when two connections offer the same tool. */
export function toolNameOf(name: string): ToolName | undefined {
  return toolNames.find((each) => name === each || name.endsWith(`_${each}`));
}
