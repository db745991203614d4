import { addToCart } from '../catalog/add-to-cart.ts';
import type { KnownCatalog } from '../catalog/catalog.ts';
import { cardTools, shownProducts } from '../catalog/shown-products.ts';
import type { AgentTools } from '../tools/types.ts';

/** Where a reply is shown. */
export interface ReplyPlace {
  /** Whether the client draws cards. */
  readonly isWidget: boolean;
  /** Whether the shopper's page takes products into its cart. */
  readonly hasCart: boolean;
}

/**
 * The agent's tools that a reply may use: those that show products only where they are seen, with the products that they
 * show (decision 0063).
 */
export function replyTools(
  tools: AgentTools,
  catalog: KnownCatalog,
  { isWidget, hasCart }: ReplyPlace,
): AgentTools {
  const offered = [...tools].filter(([name, { fromCatalog }]) => {
    if (!fromCatalog || !cardTools.includes(name)) return true;
    return isWidget && (hasCart || name !== addToCart.name);
  });
  return new Map(
    offered.map(([name, tool]) => {
      const isShowing = tool.fromCatalog && cardTools.includes(name);
      return [name, isShowing ? { ...tool, shows: (output) => shownProducts(output, catalog) } : tool];
    }),
  );
}
