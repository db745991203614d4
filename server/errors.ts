import type { components } from '../generated/api.d.ts';

/** The codes of the contract (decision 0050). */
export type ErrorCode = components['schemas']['ErrorCode'];

/**
 * Each error code with its HTTP status, the only place that assigns one (source 7, decision 0011). A code of the contract
 * without a status does not compile, nor does a status of another code.
 */
export const statusOfError = {
  invalid_request: 400,
  unauthorized: 401,
  https_required: 403,
  agent_limit_reached: 403,
  origin_not_allowed: 403,
  role_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  model_unavailable: 502,
  unavailable: 503,
  timed_out: 504,
} as const satisfies Readonly<Record<ErrorCode, number>>;

/** A failure with a message for the caller. `message` holds nothing internal: no SQL, stack or vendor's text. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  /** Response headers, for example Retry-After. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly headers?: Readonly<Record<string, string>>; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
  }
}

/** What was looked up. Throws ServiceError `not_found` with the message where there is none. */
export function requireFound<Value>(value: Value | undefined, message: string): Value {
  if (value === undefined) throw new ServiceError('not_found', message);
  return value;
}

/** The JSON body of source 2.5, with the code of decision 0050. */
export function errorBody(error: ServiceError): components['schemas']['Error'] {
  return { error: error.message, status: statusOfError[error.code], code: error.code };
}

/** Any thrown value as a ServiceError: an unforeseen one is `internal`, without details. */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError('internal', 'internal server error', { cause: error });
}
