import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

const requestBegins = 'http.server.request.start';

/**
 * Loads the code of visitors and replies, some 200 ms of it, once somebody asks for a configuration or a list: so the
 * first reply need not wait, and a service that nobody calls does without.
 */
export function warmUpAtFirstCall(): void {
  const onRequest = (message: unknown): void => {
    // What Node publishes on this channel.
    const { request } = message as { readonly request: IncomingMessage };
    if (!/^(?:https?:\/\/[^/]*)?\/(?:api|embed|mcp)(?:[/?]|$)/i.test(request.url ?? '')) return;
    unsubscribe(requestBegins, onRequest);
    void warmUp();
  };
  subscribe(requestBegins, onRequest);
}

/** Never fails: a reply will say what is wrong. */
export async function warmUp(): Promise<void> {
  await Promise.allSettled([
    import('./embed/session.ts'),
    import('./models/built-in/built-in-model.ts'),
    import('./tools/agent-tools.ts'),
    import('./tools/connections.ts'),
  ]);
}
