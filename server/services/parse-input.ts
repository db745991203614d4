import { z } from 'zod';
import type { Validator } from '../../generated/validators.js';
import { ServiceError } from '../errors.ts';
import { describeViolation, violationOf } from '../support/field-errors.ts';

/** Parses what an operator or a page sent. Throws ServiceError `invalid_request` that names each field and rule. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: typeMessage });
  if (result.success) return result.data;
  throw new ServiceError('invalid_request', result.error.issues.map(describe).join('; '));
}

/** A value of the contract's schema. Throws ServiceError `invalid_request` that names the first field and rule. */
export function requireValid<Value>(validate: Validator<Value>, value: unknown): Value {
  if (validate(value)) return value;
  const [first] = validate.errors ?? [];
  throw new ServiceError('invalid_request', describeViolation(first && violationOf(first), value));
}

/** Of fields whose schema has no message of its own. */
function typeMessage({ code, expected, input }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'invalid_type') return undefined;
  return input === undefined ? 'is required' : `must be of type ${String(expected)}`;
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return `${z.core.toDotPath(issue.path)} ${issue.message}`.trim();
  return issue.keys.map((key) => `unknown field ${z.core.toDotPath([...issue.path, key])}`).join('; ');
}

/** Text that both databases store: PostgreSQL rejects NUL, and UTF-8 has no unpaired surrogates. */
export function text(maxLength: number): z.ZodType<string, string> {
  return z
    .string('must be text')
    .min(1, 'must not be empty')
    .max(maxLength, `must be at most ${maxLength} characters`)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'must be valid text without NUL');
}
