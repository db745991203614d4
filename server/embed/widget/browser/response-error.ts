/** An error response, with its message where it has one; `retryAfterSeconds` is its Retry-After. */
export class ResponseError extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, retryAfterSeconds?: number, reason = `the service responded with ${status}`) {
    super(reason);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An error as an error response; undefined for any other. The class stands in both scripts, so it is no criterion. */
export function asResponseError(error: unknown): ResponseError | undefined {
  return error instanceof Error && 'status' in error ? (error as ResponseError) : undefined;
}
