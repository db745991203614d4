import type { Logger } from 'pino';
import type { CatalogStore } from './catalog/catalog-store.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Repositories } from './db/repositories.ts';
import type { Keyring } from './keys/keyring.ts';
import { createModelRegistry } from './models/model-registry.ts';
import { createActiveReplies } from './services/chat/active-replies.ts';
import type { ChatRuntime, ToolSource } from './services/chat/chat-runtime.ts';
import { createConversationLocks } from './services/chat/conversation-locks.ts';
import { checkEvent, trustEvent } from './services/chat/event-check.ts';
import type { ConnectionDirectory } from './tools/tool-connection.ts';

export interface ChatRuntimeDeps {
  readonly config: Pick<Config, 'chat' | 'models' | 'environment'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly repositories: Repositories;
  readonly catalogs: CatalogStore;
  readonly keyring: Keyring;
}

/** What replies need. Tools are loaded with the first reply, so that the service starts sooner. */
export function openChatRuntime(deps: ChatRuntimeDeps): { runtime: ChatRuntime; close(): Promise<void> } {
  let opened: Promise<{ directory: ConnectionDirectory; source: ToolSource }> | undefined;
  const runtime: ChatRuntime = {
    repositories: deps.repositories,
    models: createModelRegistry(deps.config.models),
    tools: {
      async toolsFor(agent) {
        opened ??= openTools(deps);
        return (await opened).source.toolsFor(agent);
      },
    },
    limits: deps.config.chat,
    clock: deps.clock,
    log: deps.log,
    locks: createConversationLocks(),
    active: createActiveReplies(),
    // Tests and development judge every event by the contract; in production that would only cost time.
    checkEvent: deps.config.environment === 'production' ? trustEvent : checkEvent,
  };
  return { runtime, close: async () => void (await (await opened)?.directory.close()) };
}

async function openTools(
  deps: ChatRuntimeDeps,
): Promise<{ directory: ConnectionDirectory; source: ToolSource }> {
  const { createConnectionDirectory } = await import('./tools/connection-directory.ts');
  const { createAgentTools } = await import('./tools/agent-tools.ts');
  const directory = createConnectionDirectory(deps);
  const source = createAgentTools({ connections: directory, limits: deps.config.chat, log: deps.log });
  return { directory, source };
}
