/** Every way in which a request can fail, and the one place that gives it its HTTP status (source 7, decision 0011). */
export const statusOfError = {
  invalid_request: 400,
  unauthorized: 401,
  https_required: 403,
  agent_limit_reached: 403,
  origin_not_allowed: 403,
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
} as const;

export type ErrorCode = keyof typeof statusOfError;

/** A failure with words for the caller. Nothing of ours (SQL, stacks, vendors' text) belongs into `message`. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** Extra response header fields, for example Retry-After. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly headers?: Readonly<Record<string, string>>; readonly cause?: unknown } = {},
  ) {
    const { stackTraceLimit } = Error;
    // Nobody reads where a refusal was made, and finding that out costs more than the rest of it.
    if (code !== 'internal') Error.stackTraceLimit = 0;
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'ServiceError';
    this.code = code;
    this.headers = options.headers ?? {};
  }
}

/** The JSON body of source 2.5. */
export interface ErrorBody {
  readonly error: string;
  readonly status: number;
}

export function errorBody(error: ServiceError): ErrorBody {
  return { error: error.message, status: statusOfError[error.code] };
}

/** Any thrown thing as a failure with words for the client; what we did not foresee is `internal`, without details. */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError('internal', 'internal server error', { cause: error });
}
