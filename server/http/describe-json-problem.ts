import { fieldName } from './field-name.ts';
import type { JsonProblem } from './scan-json.ts';

/** What is wrong with a JSON text, in words that name the field (decision 0025). */
export function describeJsonProblem({ rule, field }: JsonProblem): string {
  switch (rule) {
    case 'depth':
      return 'the body is nested deeper than 32 levels';
    case 'duplicate':
      return `${fieldName(field)} is there twice`;
    case 'nul':
      return `${fieldName(field)} must not contain the character NUL`;
    case 'surrogate':
      return `${fieldName(field)} has half of a surrogate pair`;
    default:
      return rule satisfies never;
  }
}
