import type { Check } from '../check.ts';
import { assignedFields } from './agents/assigned-fields.ts';
import { createAndList, defaults } from './agents/create-and-list.ts';
import { keepsText } from './agents/keeps-text.ts';
import { keepsValues } from './agents/keeps-values.ts';
import { list, listAfterCreate, listOfManyAgents } from './agents/list.ts';
import { malformedBodies, requiredFields, wrongValues } from './agents/invalid-creates.ts';
import { openPoints } from './agents/open-points.ts';
import { agentsReference } from './agents/reference.ts';
import {
  generatedKeys,
  everyNearMiss,
  nearMissKeys,
  otherPlacesOfTheKey,
  otherPlacesReference,
  keyIsAccepted,
} from './auth/near-miss-keys.ts';
import { readsNeedAKey, writesNeedAKey } from './auth/need-a-key.ts';
import { clientLeaves } from './chat-stream/client-leaves.ts';
import { conversation, longConversation, severalAtOnce } from './chat-stream/conversation.ts';
import { failingAgent, hostileReply, reply, tools } from './chat-stream/reply.ts';
import { generatedMessages } from './chat-stream/generated-messages.ts';
import { invalidMessages, missingFields, unknownAgent } from './chat-stream/invalid-messages.ts';
import { chatOpenPoints, chatReference, streamFalse, streamField } from './chat-stream/open-points.ts';
import { embedInBrowser } from './embed/in-browser.ts';
import { embedScript } from './embed/script.ts';
import { beyondTheTable, errorsReference } from './errors/beyond-the-table.ts';
import { errorBodies } from './errors/error-bodies.ts';
import { generatedHeaders } from './http/generated-headers.ts';
import { cachedList, oneConnection, otherMethods } from './http/one-connection.ts';
import { readsOfRealClients, writesOfRealClients } from './http/real-clients.ts';
import { createdValues, malformedCreates } from './json/created-values.ts';
import { jsonMessages } from './json/messages.ts';
import { limitAgain, limitsReference } from './limits/again.ts';
import { agentLimit } from './limits/agent-limit.ts';
import { planLimits } from './limits/rate-limit.ts';
import { steadyClient } from './limits/steady-client.ts';
import { mcpClient, mcpReference } from './mcp/client.ts';
import { mcpKey, mcpToolsKey } from './mcp/key.ts';
import { everyResponse, afterAMinute, endOfRun } from './responses/every-response.ts';
import { foreignConversation } from './tenancy/foreign-conversation.ts';
import { foreignAgent, foreignChatbot, foreignIdsLookUnknown, separateLists } from './tenancy/foreign-ids.ts';
import { mcpToolsAreIsolated } from './tenancy/mcp-tools.ts';
import { strangersAsk } from './tenancy/strangers.ts';
import { httpsOnly, httpsOnlyReads, httpsOnlyWrites, httpsOnlyReference } from './transport/https-only.ts';
import {
  widgetConfiguration,
  generatedIds,
  missingChatbotId,
  otherFormsOfId,
  unknownChatbot,
} from './widget/configuration.ts';

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
