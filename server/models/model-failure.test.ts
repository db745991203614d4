import { APICallError } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statusOfError } from '../errors.ts';
import { failureOfModel, noteOfFailure } from './model-failure.ts';

const vendorText = 'vendor text with sk-secret';

const apiError = (statusCode: number): APICallError =>
  new APICallError({
    message: vendorText,
    url: 'https://vendor.example',
    requestBodyValues: { key: 'sk-secret' },
    statusCode,
    responseBody: vendorText,
  });

const failures: readonly [string, unknown, number, RegExp][] = [
  ['401', apiError(401), 502, /credentials/],
  ['404', apiError(404), 502, /model_id/],
  ['422', apiError(422), 502, /rejected the request/],
  ['429', apiError(429), 503, /busy/],
  ['500', apiError(500), 502, /failed/],
  ['529', apiError(529), 503, /busy/],
  ['a refused connection', new Error('ECONNREFUSED'), 502, /could not complete/],
  ['an overload inside the stream', { type: 'overloaded_error', message: vendorText }, 503, /busy/],
  ['a limit inside the stream', { code: 'rate_limit_exceeded', message: vendorText }, 503, /busy/],
  ['a status inside the stream', { code: 503, message: vendorText }, 503, /busy/],
  ['nothing at all', undefined, 502, /could not complete/],
];

describe("a provider's failure", () => {
  it.each(failures)('of %s is reported in our own words', (_, error, status, words) => {
    const failure = failureOfModel(error);
    expect(statusOfError[failure.code]).toBe(status);
    expect(failure.message).toMatch(words);
    expect(failure.message + JSON.stringify(noteOfFailure(error))).not.toContain('secret');
  });

  it('becomes a ServiceError whatever was thrown', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(statusOfError[failureOfModel(thrown).code]).toBeGreaterThanOrEqual(502);
      }),
    );
  });
});
