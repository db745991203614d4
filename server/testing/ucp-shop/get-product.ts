import type { JsonObject, OptionChoice, ProductRequest } from './protocol.ts';
import { findProduct } from './look-up-products.ts';
import { filterVariants, type Presentation, presentProduct } from './present-product.ts';
import { policiesFor, priceFilterNotice, warningsFor } from './notices.ts';
import { featuredVariant, isAvailable, type ShopProduct, type ShopVariant } from './shop-products.ts';

const maxShownVariants = 50;

/** `get_product`: one product in full, with the selection that holds; undefined when there is no such product. */
export function getProduct(request: ProductRequest, to: Presentation): JsonObject | undefined {
  const found = findProduct(request.id);
  if (found === undefined) return undefined;
  const { product } = found;
  const allowed = filterVariants(product, request.filters, request.context);
  // A variant's id decides all choices; without a selection the featured variant's hold.
  const first = found.variant ?? featuredVariant(allowed);
  const selected =
    found.variant === undefined && request.selected !== undefined
      ? relax(product.variants, uniqueChoices(request.selected), request.preferences ?? [])
      : (first?.choices ?? []);
  const matching = allowed.filter((variant) => hasAll(variant, selected));
  if (matching.length === 0) return undefined;
  const variants = featuredFirst(matching).slice(0, maxShownVariants);
  const shown = [{ path: '$.product', product, variants }];
  const messages = [
    ...priceFilterNotice(request.context, request.filters?.price !== undefined),
    ...warningsFor(shown, to),
  ];
  const options = optionsFor(product, selected);
  return {
    product: {
      ...presentProduct(product, variants, to),
      ...(options.length === 0 ? {} : { options, selected }),
    },
    ...(messages.length === 0 ? {} : { messages }),
    ...(to.isCurrent ? { policies: policiesFor(shown, to) } : {}),
  };
}

/** The error response's message for an identifier without a product. */
export function productNotFound(id: string): JsonObject {
  return {
    type: 'error',
    code: 'not_found',
    content: `Product not found: ${id}`,
    severity: 'unrecoverable',
  };
}

function uniqueChoices(choices: readonly OptionChoice[]): OptionChoice[] {
  return [...new Map(choices.map(({ name, label }) => [name, { name, label }])).values()];
}

/** Drops choices until a variant has the rest: those without a preference first, then from the preferences' end. */
function relax(
  variants: readonly ShopVariant[],
  selected: readonly OptionChoice[],
  preferences: readonly string[],
): readonly OptionChoice[] {
  if (selected.length === 0 || variants.some((variant) => hasAll(variant, selected))) return selected;
  const rankOf = ({ name }: OptionChoice): number => {
    const index = preferences.indexOf(name);
    return index === -1 ? preferences.length : index;
  };
  const worst = Math.max(...selected.map(rankOf));
  const dropped = selected.findLastIndex((choice) => rankOf(choice) === worst);
  return relax(
    variants,
    selected.filter((_, index) => index !== dropped),
    preferences,
  );
}

function hasAll({ choices }: ShopVariant, selected: readonly OptionChoice[]): boolean {
  return selected.every(({ name, label }) =>
    choices.some((choice) => choice.name === name && choice.label === label),
  );
}

function featuredFirst(variants: readonly ShopVariant[]): ShopVariant[] {
  const best = featuredVariant(variants);
  return [...variants].sort((a, b) => Number(b === best) - Number(a === best));
}

/** Each value with what a buyer who changes to it finds, the other choices kept. */
function optionsFor({ line, variants }: ShopProduct, selected: readonly OptionChoice[]): JsonObject[] {
  return Object.entries(line.options).map(([name, labels]) => ({
    name,
    values: labels.map((label) => {
      const others = selected.filter((choice) => choice.name !== name);
      const matching = variants.filter((variant) => hasAll(variant, [...others, { name, label }]));
      return { label, available: matching.some(isAvailable), exists: matching.length > 0 };
    }),
  }));
}
