import type { ConnectionRecord } from '../db/records.ts';
import type { Keyring } from '../keys/keyring.ts';

export type HeaderFields = Readonly<Record<string, string>>;

/** The box that a connection's header fields are kept in: they are secrets. */
export function sealHeaders(keyring: Pick<Keyring, 'sealText'>, id: string, headers: HeaderFields): string {
  return keyring.sealText(id, JSON.stringify(headers));
}

/** Throws SealError when the box was made with another master key. */
export function openHeaders(
  keyring: Pick<Keyring, 'openText'>,
  { id, sealedHeaders }: Pick<ConnectionRecord, 'id' | 'sealedHeaders'>,
): HeaderFields {
  // Only sealHeaders makes these boxes.
  return JSON.parse(keyring.openText(id, sealedHeaders)) as HeaderFields;
}
