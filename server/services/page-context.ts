import { validatePageContext } from '../../generated/validators.js';
import type { PageContext } from '../catalog/shopper-page.ts';
import { ServiceError } from '../errors.ts';
import { describeJsonProblem, scanJson } from '../support/json.ts';
import { requireValid } from './parse-input.ts';

/**
 * The header `X-Page-Context` (decision 0062); undefined without one. Throws ServiceError `invalid_request` that names the
 * header and what is wrong.
 */
export function parsePageContext(header: string | undefined): PageContext | undefined {
  if (header === undefined) return undefined;
  try {
    const page = requireValid(validatePageContext, JSON.parse(header));
    const problem = scanJson(header);
    if (problem === null) return page;
    throw new ServiceError('invalid_request', describeJsonProblem(problem));
  } catch (error) {
    const reason = error instanceof ServiceError ? error.message : 'must be JSON';
    throw new ServiceError('invalid_request', `the header X-Page-Context is invalid: ${reason}`);
  }
}
