import type { Check } from '../../check.ts';
import { conversation } from './conversation.ts';
import { invalidMessages, missingFields } from './invalid-messages.ts';
import { chatOpenPoints } from './open-points.ts';
import { chatReference } from './reference.ts';
import { hostileReply, reply } from './reply.ts';
import { streamFalse, streamField } from './stream-field.ts';
import { tools } from './tools.ts';
import { unknownAgent } from './unknown-agent.ts';

/** Source 4.1 and 6. */
export const chatStreamChecks: readonly Check[] = [
  reply,
  conversation,
  missingFields,
  unknownAgent,
  invalidMessages,
  hostileReply,
  streamField,
  tools,
  streamFalse,
  chatOpenPoints,
  chatReference,
];
