import type { Choice } from './add-to-cart.ts';
import type { Phrases } from './phrases.ts';
import { element } from './element.ts';
import type { CardVariant, ProductCard } from './types.ts';

/** The fields of a card by which a shopper chooses a size, a colour. */
export interface VariantChoice extends Choice {
  readonly fields: readonly HTMLElement[];
}

/** One field for each option with several values; `onChange` is called when one is chosen. */
export function variantChoice(
  { variants = [], variant_id: proposed, title }: ProductCard,
  phrases: Phrases,
  onChange: () => void,
): VariantChoice {
  const [only] = variants;
  const options = optionsOf(variants, phrases);
  const start = variants.find(({ id }) => id === proposed);
  const chosen = new Map(options.map(({ name, of }) => [name, start === undefined ? '' : of(start)]));
  const fits = (variant: CardVariant, besides?: string): boolean =>
    options.every(
      ({ name, of }) => name === besides || !chosen.get(name) || of(variant) === chosen.get(name),
    );
  const variant = (): CardVariant | undefined => {
    if (options.some(({ name }) => !chosen.get(name))) return undefined;
    const fitting = options.length === 0 ? [only] : variants.filter((each) => fits(each));
    return fitting.find((each) => each?.available) ?? fitting[0];
  };
  const fields = options.map(({ name, of, values }) => {
    const field = element('select', { 'aria-label': `${name}: ${title}` });
    const list = (): void => {
      const entries = values.map((value) => {
        const isThere = variants.some((each) => each.available && of(each) === value && fits(each, name));
        const text = isThere ? value : `${value} – ${phrases.outOfStock}`;
        return new Option(text, value, false, value === chosen.get(name));
      });
      field.replaceChildren(new Option(name, ''), ...entries);
      field.value = chosen.get(name) ?? '';
    };
    field.addEventListener('change', () => {
      chosen.set(name, field.value);
      for (const each of lists) each();
      onChange();
    });
    return { field, list, name };
  });
  const lists = fields.map(({ list }) => list);
  for (const list of lists) list();
  return {
    fields: fields.map(({ field }) => field),
    variant,
    missing: () => fields.find(({ field }) => field.value === ''),
  };
}

/** An option that variants differ in. */
interface CardOption {
  readonly name: string;
  readonly values: readonly string[];
  of(variant: CardVariant): string;
}

/** The options that variants differ in; their titles where they have no options. */
export function optionsOf(variants: readonly CardVariant[], phrases: Phrases): CardOption[] {
  const names = new Set(variants.flatMap(({ options }) => Object.keys(options)));
  const found = [...names].map((name) => option(name, variants, ({ options }) => options[name] ?? ''));
  const several = found.filter(({ values }) => values.length > 1);
  if (several.length > 0 || variants.length < 2) return several;
  return [option(phrases.variant, variants, ({ title }) => title)];
}

function option(
  name: string,
  variants: readonly CardVariant[],
  of: (variant: CardVariant) => string,
): CardOption {
  return { name, values: [...new Set(variants.map(of))].filter((value) => value !== ''), of };
}
