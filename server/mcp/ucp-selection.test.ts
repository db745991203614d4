import { describe, expect, it } from 'vitest';
import { makeProduct } from '../catalog/testing/make-product.ts';
import { selectVariants } from './ucp-selection.ts';

const option = (color: string, size: string, available = true) => ({
  options: { Color: color, Size: size },
  available,
});
const { variants } = makeProduct('tee', {
  variants: [option('Red', 'S', false), option('Red', 'M'), option('Blue', 'M'), option('Blue', 'L', false)],
});
const red = { name: 'Color', label: 'Red' };
const large = { name: 'Size', label: 'L' };
const select = (selected?: { name: string; label: string }[], preferences?: string[], at?: number) => {
  const variant = at === undefined ? undefined : variants[at];
  const selection = selectVariants(variants, { variant, selected, preferences });
  return { ...selection, ids: selection.variants.map(({ id }) => id) };
};

describe('the selection of variants', () => {
  it('is that of the first variant in stock where nothing is selected, and all variants are listed', () => {
    const { ids, selected: effective } = select();
    expect(ids).toEqual(['tee-2', 'tee-1', 'tee-3', 'tee-4']);
    expect(effective).toEqual([red, { name: 'Size', label: 'M' }]);
  });

  it('leaves the variants that have it, in any case of letters', () => {
    const { ids, selected: effective } = select([{ name: 'color', label: 'RED' }]);
    expect([ids, effective]).toEqual([['tee-2', 'tee-1'], [red]]);
  });

  it('gives up the least preferred selection where no variant has all', () => {
    expect(select([red, large], ['Color', 'Size']).selected).toEqual([red]);
    expect(select([red, large], ['Size', 'Color']).selected).toEqual([large]);
    expect(select([red, large], ['Size']).selected).toEqual([large]);
  });

  it('leaves out what no variant has', () => {
    const { ids, selected: effective } = select([{ name: 'Color', label: 'Green' }]);
    expect([ids.length, effective]).toEqual([4, []]);
  });

  it('is that of the variant which was asked for, whatever else is selected', () => {
    const { ids, selected: effective } = select([red], [], 3);
    expect([ids, effective]).toEqual([['tee-4'], [{ name: 'Color', label: 'Blue' }, large]]);
  });

  it('says of each value whether a variant with it and the other selections exists and is in stock', () => {
    const values = [{ label: 'S' }, { label: 'M' }, large];
    expect(select([red]).options({ name: 'Size', values }).values).toEqual([
      { label: 'S', available: false, exists: true },
      { label: 'M', available: true, exists: true },
      { label: 'L', available: false, exists: false },
    ]);
  });
});
