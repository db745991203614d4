import type { Clock } from '../clock.ts';
import type { ToolDescription } from './tool-connection.ts';

export interface ToolListOptions {
  readonly load: () => Promise<readonly ToolDescription[]>;
  readonly clock: Clock;
  /** How long a list counts as fresh, in milliseconds. */
  readonly freshMs: number;
}

/** How long a failed look is remembered, so that not every reply waits for a server that is down. */
const failureMs = 10_000;

/**
 * Remembers what `load` answered. An old list is loaded again by one caller for all; when that fails, the old
 * one serves on, since the call itself will tell whether the server is back. Throws what `load` throws while
 * there is no list.
 */
export function createToolList({
  load,
  clock,
  freshMs,
}: ToolListOptions): () => Promise<readonly ToolDescription[]> {
  let tools: readonly ToolDescription[] | undefined;
  let failure: unknown;
  let validUntil = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    try {
      tools = await load();
      failure = undefined;
      validUntil = clock.monotonic() + freshMs;
    } catch (error) {
      failure = error;
      validUntil = clock.monotonic() + failureMs;
    }
    loading = undefined;
  };
  return async () => {
    if (clock.monotonic() >= validUntil) await (loading ??= refresh());
    if (tools === undefined) throw failure;
    return tools;
  };
}
