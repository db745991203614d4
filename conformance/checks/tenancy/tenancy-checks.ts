import type { Check } from '../../check.ts';
import { foreignConversation } from './foreign-conversation.ts';
import { foreignAgent, foreignChatbot, foreignIdsLookUnknown } from './foreign-ids.ts';
import { separateLists } from './lists.ts';

/** Source 5.9: nothing of one store is seen or used with the key of another. */
export const tenancyChecks: readonly Check[] = [
  separateLists,
  foreignAgent,
  foreignChatbot,
  foreignConversation,
  foreignIdsLookUnknown,
];
