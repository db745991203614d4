import type { Mutant } from '../mutant.ts';
import { moreAccessMutants } from './access-more.ts';
import { acceptedCreateMutants } from './accepted-creates.ts';
import { conversationStateMutants } from './conversation-state.ts';
import { defaultAndListMutants } from './defaults-and-lists.ts';
import { eventFramingMutants } from './event-framing.ts';
import { frameworkBehaviourMutants } from './framework-behaviour.ts';
import { frameworkInputMutants } from './framework-inputs.ts';
import { guardMutants } from './guards.ts';
import { lookupMutants } from './lookups.ts';
import { rarePathMutants } from './rare-paths.ts';
import { serializerMutants } from './serializers.ts';
import { sickServerMutants } from './sick-servers.ts';
import { shortcutMutants } from './shortcuts.ts';
import { textFilterMutants } from './text-filters.ts';
import { authenticationMutants } from './authentication.ts';
import { chatEventMutants } from './chat-events.ts';
import { chatRequestMutants } from './chat-requests.ts';
import { embedInBrowserMutants } from './embed-in-browser.ts';
import { errorMutants } from './errors.ts';
import { storedValueMutants } from './stored-values.ts';
import { listMutants } from './lists.ts';
import { generatedRequestMutants } from './generated-requests.ts';
import { httpMutants } from './http.ts';
import { isolationMutants } from './isolation.ts';
import { limitMutants } from './limits.ts';
import { moreHttpMutants } from './more-http.ts';
import { moreLimitMutants } from './limits-more.ts';
import { agentResponseMutants } from './agent-responses.ts';
import { jsonReaderMutants } from './json-readers.ts';
import { rareInputMutants } from './rare-inputs.ts';
import { rejectionMutants } from './rejections.ts';
import { httpsEmbedMcpMutants } from './https-embed-mcp.ts';
import { concurrencyMutants } from './concurrency.ts';
import { messageMutants } from './messages.ts';
import { responseMutants } from './responses.ts';
import { tenancyMutants } from './tenancy.ts';
import { replyContentMutants } from './reply-contents.ts';
import { moreReplyMutants } from './replies-more.ts';
import { interplayMutants } from './interplay.ts';
import { otherClientMutants } from './other-clients.ts';
import { otherSurfaceMutants } from './other-surfaces.ts';
import { kindOfAgentMutants } from './kinds-of-agents.ts';
import { moreAgentValueMutants } from './agents-values-more.ts';
import { moreStoreMutants } from './more-stores.ts';
import { widgetMutants } from './widget.ts';

/** All mutants. */
export const mutants: readonly Mutant[] = [
  ...storedValueMutants,
  ...rareInputMutants,
  ...rejectionMutants,
  ...agentResponseMutants,
  ...widgetMutants,
  ...errorMutants,
  ...chatRequestMutants,
  ...chatEventMutants,
  ...authenticationMutants,
  ...httpsEmbedMcpMutants,
  ...limitMutants,
  ...moreLimitMutants,
  ...httpMutants,
  ...generatedRequestMutants,
  ...isolationMutants,
  ...tenancyMutants,
  ...jsonReaderMutants,
  ...listMutants,
  ...embedInBrowserMutants,
  ...responseMutants,
  ...messageMutants,
  ...concurrencyMutants,
  ...textFilterMutants,
  ...defaultAndListMutants,
  ...conversationStateMutants,
  ...eventFramingMutants,
  ...lookupMutants,
  ...acceptedCreateMutants,
  ...guardMutants,
  ...rarePathMutants,
  ...shortcutMutants,
  ...frameworkInputMutants,
  ...frameworkBehaviourMutants,
  ...serializerMutants,
  ...replyContentMutants,
  ...moreReplyMutants,
  ...interplayMutants,
  ...otherClientMutants,
  ...otherSurfaceMutants,
  ...kindOfAgentMutants,
  ...moreAccessMutants,
  ...moreAgentValueMutants,
  ...moreStoreMutants,
  ...moreHttpMutants,
  ...sickServerMutants,
];
