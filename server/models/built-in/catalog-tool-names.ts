import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { CatalogToolName } from './catalog-reading.ts';

const names: readonly CatalogToolName[] = ['search_catalog', 'lookup_catalog', 'get_product'];

/** The available catalogue tools, by the names that the prompt gives them. */
export type CatalogTools = Partial<Record<CatalogToolName, string>>;

/** Finds the catalogue tools of a call; none if `toolChoice` is none. Exact names precede prefixed ones. */
export function catalogToolsOf({
  tools = [],
  toolChoice,
}: Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice'>): CatalogTools {
  if (toolChoice?.type === 'none') return {};
  const offered = tools.flatMap((tool) => (tool.type === 'function' ? [tool.name] : []));
  return Object.fromEntries(
    names.flatMap((name) => {
      const actual =
        offered.find((each) => each === name) ?? offered.find((each) => catalogToolName(each) === name);
      return actual === undefined ? [] : [[name, actual]];
    }),
  );
}

/** The catalogue tool of a name, which has a prefix when two connections offer the same tool. */
export function catalogToolName(name: string): CatalogToolName | undefined {
  return names.find((each) => name === each || name.endsWith(`_${each}`));
}
