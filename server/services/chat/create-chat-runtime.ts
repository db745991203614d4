import type { CatalogStore } from '../../catalog/catalog-store.ts';
import type { Clock } from '../../clock.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { createModelRegistry } from '../../models/model-registry.ts';
import type { ModelSettings } from '../../models/provider-config.ts';
import { createAgentTools } from '../../tools/agent-tools.ts';
import type { ConnectionDirectory } from '../../tools/tool-connection.ts';
import { createActiveReplies } from './active-replies.ts';
import type { ChatLimits } from './chat-limits.ts';
import type { ChatRuntime, ReplyLog } from './chat-runtime.ts';
import { createConversationLocks } from './conversation-locks.ts';
import { noEventCheck, openEventCheck } from './event-check.ts';

export interface ChatRuntimeDeps {
  readonly repositories: Repositories;
  readonly catalogs: CatalogStore;
  readonly keyring: Pick<Keyring, 'openText'>;
  readonly clock: Clock;
  readonly log: ReplyLog;
  readonly models: ModelSettings;
  readonly limits: ChatLimits;
  /** Tests and development judge every event by the contract; in production that would only cost time. */
  readonly checkEvents: boolean;
}

/** Puts the chat together: models by environment, tools by connections, one reply at a time a conversation. */
export function createChatRuntime(deps: ChatRuntimeDeps): ChatRuntime {
  const { repositories, clock, log, limits } = deps;
  return {
    repositories,
    models: createModelRegistry(deps.models),
    tools: createAgentTools({ connections: lazyDirectory(deps), limits, log }),
    limits,
    clock,
    log,
    locks: createConversationLocks(),
    active: createActiveReplies(),
    eventCheck: deps.checkEvents ? openEventCheck : noEventCheck,
  };
}

// The MCP client takes 80 ms to load: the first agent with tools pays, not the start.
function lazyDirectory(deps: ChatRuntimeDeps): ConnectionDirectory {
  let directory: Promise<ConnectionDirectory> | undefined;
  const open = (): Promise<ConnectionDirectory> => {
    directory ??= import('../../tools/connection-directory.ts').then(({ createConnectionDirectory }) =>
      createConnectionDirectory(deps),
    );
    return directory;
  };
  return {
    find: async (storeId, type) => (await open()).find(storeId, type),
    close: async () => (await directory)?.close(),
  };
}
