import type { Check } from '../check.ts';
import { assignedFields } from './agents/assigned-fields.ts';
import { createAndList } from './agents/create-and-list.ts';
import { defaults } from './agents/defaults.ts';
import { keepsText } from './agents/keeps-text.ts';
import { keepsValues } from './agents/keeps-values.ts';
import { list } from './agents/list.ts';
import { listAfterCreate, listOfManyAgents } from './agents/list-after-create.ts';
import { malformedBodies } from './agents/malformed-bodies.ts';
import { openPoints } from './agents/open-points.ts';
import { agentsReference } from './agents/reference.ts';
import { requiredFields } from './agents/required-fields.ts';
import { wrongValues } from './agents/wrong-values.ts';
import { generatedKeys } from './auth/generated-keys.ts';
import { keyIsAccepted } from './auth/key-is-accepted.ts';
import {
  everyNearMiss,
  nearMissKeys,
  otherPlacesOfTheKey,
  otherPlacesReference,
} from './auth/near-miss-keys.ts';
import { readsNeedAKey } from './auth/reads-need-a-key.ts';
import { writesNeedAKey } from './auth/writes-need-a-key.ts';
import { clientLeaves } from './chat-stream/client-leaves.ts';
import { conversation } from './chat-stream/conversation.ts';
import { failingAgent } from './chat-stream/failing-agent.ts';
import { generatedMessages } from './chat-stream/generated-messages.ts';
import { invalidMessages, missingFields } from './chat-stream/invalid-messages.ts';
import { chatOpenPoints } from './chat-stream/open-points.ts';
import { chatReference } from './chat-stream/reference.ts';
import { longConversation } from './chat-stream/long-conversation.ts';
import { hostileReply, reply } from './chat-stream/reply.ts';
import { severalAtOnce } from './chat-stream/several-at-once.ts';
import { streamFalse, streamField } from './chat-stream/stream-field.ts';
import { tools } from './chat-stream/tools.ts';
import { unknownAgent } from './chat-stream/unknown-agent.ts';
import { embedInBrowser } from './embed/in-browser.ts';
import { embedScript } from './embed/script.ts';
import { beyondTheTable, errorsReference } from './errors/beyond-the-table.ts';
import { errorBodies } from './errors/error-bodies.ts';
import { generatedHeaders } from './http/generated-headers.ts';
import { cachedList, oneConnection, otherMethods } from './http/one-connection.ts';
import { readsOfRealClients, writesOfRealClients } from './http/real-clients.ts';
import { createdValues } from './json/created-values.ts';
import { malformedCreates } from './json/malformed-creates.ts';
import { jsonMessages } from './json/messages.ts';
import { limitAgain } from './limits/again.ts';
import { agentLimit } from './limits/agent-limit.ts';
import { planLimits } from './limits/rate-limit.ts';
import { limitsReference } from './limits/reference.ts';
import { steadyClient } from './limits/steady-client.ts';
import { mcpClient } from './mcp/client.ts';
import { mcpKey, mcpToolsKey } from './mcp/key.ts';
import { mcpReference } from './mcp/reference.ts';
import { everyResponse } from './responses/every-response.ts';
import { afterAMinute, endOfRun } from './responses/later.ts';
import { foreignConversation } from './tenancy/foreign-conversation.ts';
import { foreignAgent, foreignChatbot, foreignIdsLookUnknown } from './tenancy/foreign-ids.ts';
import { separateLists } from './tenancy/lists.ts';
import { mcpToolsAreIsolated } from './tenancy/mcp-tools.ts';
import { strangersAsk } from './tenancy/strangers.ts';
import { httpsOnly, httpsOnlyReads, httpsOnlyWrites, httpsOnlyReference } from './transport/https-only.ts';
import { widgetConfiguration } from './widget/configuration.ts';
import { generatedIds } from './widget/generated-ids.ts';
import { missingChatbotId, otherFormsOfId, unknownChatbot } from './widget/rejections.ts';

/** Every check, in the order of a run within its profile; sections of the source beside each folder. */
export const allChecks: readonly Check[] = [
  // transport: 1 and 5.7
  httpsOnly,
  httpsOnlyReads,
  httpsOnlyWrites,
  httpsOnlyReference,
  // auth: 5
  keyIsAccepted,
  readsNeedAKey,
  writesNeedAKey,
  nearMissKeys,
  everyNearMiss,
  generatedKeys,
  otherPlacesOfTheKey,
  otherPlacesReference,
  // agents: 2.1, 2.2, 4.2 and 4.3
  createAndList,
  list,
  listAfterCreate,
  defaults,
  assignedFields,
  requiredFields,
  keepsValues,
  keepsText,
  wrongValues,
  malformedBodies,
  openPoints,
  agentsReference,
  // errors: 2.5 and 7
  errorBodies,
  beyondTheTable,
  errorsReference,
  // widget: 2.3 and 4.4
  widgetConfiguration,
  unknownChatbot,
  missingChatbotId,
  otherFormsOfId,
  generatedIds,
  // chat-stream: 4.1 and 6
  reply,
  conversation,
  missingFields,
  unknownAgent,
  invalidMessages,
  hostileReply,
  streamField,
  tools,
  failingAgent,
  generatedMessages,
  severalAtOnce,
  longConversation,
  clientLeaves,
  streamFalse,
  chatOpenPoints,
  chatReference,
  // http: 4 and 5, as real clients speak it
  readsOfRealClients,
  generatedHeaders,
  writesOfRealClients,
  oneConnection,
  otherMethods,
  cachedList,
  // tenancy: 5.9
  separateLists,
  foreignAgent,
  foreignChatbot,
  foreignConversation,
  foreignIdsLookUnknown,
  strangersAsk,
  mcpToolsAreIsolated,
  // embed: 4.5
  embedScript,
  embedInBrowser,
  // mcp: 4.6
  mcpClient,
  mcpKey,
  mcpToolsKey,
  mcpReference,
  // lists: 4.2. After the checks that create agents, which count.
  listOfManyAgents,
  // json: 4.1, 4.3 and 7. Last of the main checks: what it stores may break the list.
  jsonMessages,
  malformedCreates,
  createdValues,
  // responses: all of them
  endOfRun,
  everyResponse,
  // limits: 8. The rate limit comes first: it needs a store without requests in the minute before.
  ...planLimits,
  agentLimit,
  limitAgain,
  limitsReference,
  steadyClient,
  // responses: after the minute of the limits
  afterAMinute,
];
