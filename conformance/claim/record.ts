import { createHash } from 'node:crypto';
import type { Model } from '../check.ts';
import { createRedactor, redactDeeply, secretsOf } from '../client/redact.ts';
import {
  parseJson,
  type ApiRequest,
  type Exchange,
  type StoreAccess,
  type StoreName,
  type Target,
} from '../exchange.ts';

/** What a record has of the target: its stores with placeholders for their keys. */
export type RecordedTarget = Pick<Target, 'baseUrl' | 'mcpUrl' | 'httpUrl' | 'stores'>;

/** A text by its bytes, one character each, so that a key in it can be found. */
interface Bytes {
  readonly latin1: string;
}

interface RecordedExchange extends Omit<Exchange, 'request' | 'bytes' | 'text' | 'json'> {
  readonly body: string;
}

/**
 * A line of the record of a run, in the order in which things happened: what the model was given of a request when it was
 * sent, and of its response. Contains no keys.
 */
export type RecordLine =
  | { readonly type: 'target'; readonly target: RecordedTarget }
  | { readonly type: 'sent'; readonly id: number; readonly request: ApiRequest & { readonly bytes?: Bytes } }
  | { readonly type: 'response'; readonly id: number; readonly exchange: RecordedExchange }
  | { readonly type: 'silence'; readonly id: number; readonly code: string };

/** Stands for the key of a store: as unlikely in a response as the key itself. */
function placeholderOf(name: string): string {
  return `key_${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}

const storesOf = ({ stores }: Pick<Target, 'stores'>): readonly [StoreName, StoreAccess][] =>
  (Object.entries(stores) as [StoreName, StoreAccess | undefined][]).flatMap(([name, store]) =>
    store === undefined ? [] : [[name, store]],
  );

/** Replaces whole keys by their placeholders, and masks what has pieces of them. */
function createHider(target: Target): <T>(value: T) => T {
  const stores = storesOf(target);
  const redact = createRedactor(secretsOf(target));
  const hide = (text: string): string => {
    const replaced = stores.reduce((all, [name, { key }]) => all.replaceAll(key, placeholderOf(name)), text);
    return redact(replaced);
  };
  return (value) => redactDeeply(value, hide);
}

function recordedTarget(target: Target): RecordedTarget {
  const { baseUrl, mcpUrl, httpUrl } = target;
  const stores = storesOf(target).map(([name, store]) => [name, { ...store, key: placeholderOf(name) }]);
  return { baseUrl, mcpUrl, httpUrl, stores: Object.fromEntries(stores) as Target['stores'] };
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

function requestLine({ body, ...request }: ApiRequest): ApiRequest & { readonly bytes?: Bytes } {
  if (body === undefined || typeof body === 'string')
    return { ...request, ...(body !== undefined && { body }) };
  return { ...request, bytes: { latin1: latin1(body) } };
}

function exchangeLine({ bytes, ...exchange }: Exchange): RecordedExchange {
  const { request: _request, text: _text, json: _json, ...rest } = exchange;
  return { ...rest, body: latin1(bytes) };
}

/** A model that also records what it is given. */
export function recordModel(
  model: Model,
  target: Target,
): { readonly model: Model; readonly text: () => string } {
  const lines: string[] = [];
  const hide = createHider(target);
  const add = (line: RecordLine): void => void lines.push(JSON.stringify(hide(line)));
  lines.push(JSON.stringify({ type: 'target', target: recordedTarget(target) } satisfies RecordLine));
  let sent = 0;
  const start: Model['start'] = (request, report) => {
    const { onResponse, onSilence } = model.start(request, report);
    sent += 1;
    const id = sent;
    add({ type: 'sent', id, request: requestLine(request) });
    return {
      onResponse: (exchange) => {
        add({ type: 'response', id, exchange: exchangeLine(exchange) });
        onResponse(exchange);
      },
      onSilence: (error) => {
        add({ type: 'silence', id, code: error.code });
        onSilence(error);
      },
    };
  };
  return { model: { ...model, start }, text: () => `${lines.join('\n')}\n` };
}

/** The request as it was recorded, but for the keys. */
export function requestOfLine({ bytes, ...request }: ApiRequest & { readonly bytes?: Bytes }): ApiRequest {
  return bytes === undefined ? request : { ...request, body: Buffer.from(bytes.latin1, 'latin1') };
}

/** The exchange as it was recorded, but for the keys. */
export function exchangeOfLine(request: ApiRequest, { body, ...rest }: RecordedExchange): Exchange {
  const bytes = Buffer.from(body, 'latin1');
  const text = new TextDecoder().decode(bytes);
  return { request, ...rest, bytes, text, json: parseJson(text) };
}
