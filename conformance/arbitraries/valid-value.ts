import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from './contract-schema.ts';
import { hostileText } from './hostile-text.ts';

const maxItems = 4;

/** Whole numbers around the limits of 8, 16, 24, 31, 32 and 53 bits. */
export const wholeNumberEdges: readonly number[] = [
  1,
  2,
  7,
  127,
  255,
  256,
  4095,
  4096,
  4097,
  8192,
  8193,
  32_767,
  32_768,
  65_535,
  65_536,
  65_537,
  70_000,
  131_072,
  1_000_000,
  2 ** 24 + 1,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32 + 5,
  Number.MAX_SAFE_INTEGER,
];

function wholeNumber({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema): Arbitrary<number> {
  const edges = wholeNumberEdges.filter((edge) => edge >= minimum && edge <= maximum);
  return fc.oneof(fc.constantFrom(minimum, ...edges), fc.integer({ min: minimum, max: maximum }));
}

/** At most four decimals: a correct service may round more of them. */
function fraction({ minimum = 0, maximum = 1 }: JsonSchema): Arbitrary<number> {
  const steps = fc.integer({ min: 0, max: 10_000 });
  const between = steps.map((step) => Number((minimum + ((maximum - minimum) * step) / 10_000).toFixed(4)));
  return fc.oneof(fc.constantFrom(minimum, maximum), between);
}

function object({ properties = {}, required = [] }: JsonSchema): Arbitrary<unknown> {
  const parts = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, validValue(part)]),
  );
  return fc.record(parts, { requiredKeys: [...required], noNullPrototype: true });
}

function string({ enum: values, minLength = 0, maxLength = 200 }: JsonSchema): Arbitrary<string> {
  return values === undefined ? hostileText(minLength, maxLength) : fc.constantFrom(...values);
}

/** Values that a schema of the contract allows: boundaries, hostile text, and optional fields or none. */
export function validValue(schema: JsonSchema): Arbitrary<unknown> {
  switch (schema.type) {
    case 'string':
      return string(schema);
    case 'integer':
      return wholeNumber(schema);
    case 'number':
      return fraction(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(validValue(schema.items ?? {}), {
        maxLength: Math.min(schema.maxItems ?? maxItems, maxItems),
      });
    case 'object':
      return object(schema);
    default:
      return fc.constant('anything');
  }
}
