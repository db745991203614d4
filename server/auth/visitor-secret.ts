import { createHmac, timingSafeEqual } from 'node:crypto';
import { newId } from '../support/ids.ts';
import { deriveKey } from './master-key.ts';

/**
 * Recognizes a visitor between pages by `<visitor id>.<HMAC>`, bound to one chatbot: a page can neither invent a
 * visitor nor use a secret at another chatbot.
 */
export interface VisitorSecrets {
  /** The secret of a visitor, by default of a new one. */
  issue(chatbotId: string, visitorId?: string): { readonly visitorId: string; readonly secret: string };
  /** The visitor of a secret; undefined when it was not issued by this service for this chatbot. */
  read(chatbotId: string, secret: string): string | undefined;
}

/** Derives the HMAC key from the master key; nothing is stored. */
export function createVisitorSecrets(masterKey: Buffer): VisitorSecrets {
  const key = deriveKey(masterKey, 'visitor secret');
  const tagOf = (chatbotId: string, visitorId: string): string =>
    createHmac('sha256', key).update(`${chatbotId}\n${visitorId}`).digest('base64url');
  return {
    issue(chatbotId, visitorId = newId('vis')) {
      return { visitorId, secret: `${visitorId}.${tagOf(chatbotId, visitorId)}` };
    },
    read(chatbotId, secret) {
      const [visitorId = '', tag = ''] = secret.split('.');
      const expected = Buffer.from(tagOf(chatbotId, visitorId));
      const given = Buffer.from(tag);
      return given.length === expected.length && timingSafeEqual(given, expected) ? visitorId : undefined;
    },
  };
}
