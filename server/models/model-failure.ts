import { ServiceError } from '../errors.ts';
import { isObject } from '../support/json.ts';

/**
 * The ServiceError for a provider's failure, in our own words: the provider's text may hold prompts, keys or markup
 * (source 7). Reads the status of the SDK's APICallError.
 */
export function failureOfModel(error: unknown): ServiceError {
  const { name, providerStatus } = noteOfFailure(error);
  const message = isFiltered(error) ? filtered : messageOf(providerStatus, name);
  return new ServiceError(codeOf(providerStatus), message, { cause: error });
}

/** A failed call for the log: never with a body or a key. */
export function noteOfFailure(error: unknown) {
  return { name: error instanceof Error ? error.name : typeof error, providerStatus: statusOf(error) };
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return statusOfStreamError(error);
}

// Inside a stream vendors send an object with a type (or code) in place of a status.
const statusOfType: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  authentication_error: 401,
  api_error: 500,
  server_error: 500,
};

function statusOfStreamError(error: object): number | undefined {
  if ('code' in error && typeof error.code === 'number') return error.code;
  const names = ['type' in error && error.type, 'code' in error && error.code];
  return names.map((name) => statusOfType[String(name)]).find((status) => status !== undefined);
}

/** Whether a call failed for the vendor's own reasons: neither the request nor the credentials are wrong. */
export function isOutage(error: unknown): boolean {
  const { providerStatus: status } = noteOfFailure(error);
  if (status === undefined || status < 400) return true;
  return isBusy(status) || status === 402 || status === 408 || status >= 500;
}

function isBusy(status: number | undefined): boolean {
  return status === 429 || status === 503 || status === 529;
}

// OpenAI-compatible vendors reject a message that their filter stops with this code in the body.
function isFiltered(error: unknown): boolean {
  if (!isObject(error) || !isObject(error['data'])) return false;
  const { error: reported } = error['data'];
  return isObject(reported) && reported['code'] === 'content_filter';
}

const filtered =
  "the model provider's filter for sensitive content stopped the message: put it in other words";

function codeOf(status: number | undefined): 'unavailable' | 'model_unavailable' {
  return isBusy(status) ? 'unavailable' : 'model_unavailable';
}

function messageOf(status: number | undefined, name: string): string {
  if (isBusy(status)) return 'the model provider is busy: try again in a moment';
  if (status === 402) return 'the account at the model provider has no credit left';
  if (status === 401 || status === 403) return "the model provider rejected the service's credentials";
  if (status === 404) return "the model provider does not know the agent's model_id";
  if (status !== undefined && status >= 400 && status < 500) return 'the model provider rejected the request';
  if (status !== undefined && status >= 500) return 'the model provider failed';
  if (name === 'AI_JSONParseError' || name === 'AI_TypeValidationError') return unreadable;
  return 'the model provider could not complete the reply';
}

const unreadable = 'the model provider sent an unreadable response';
