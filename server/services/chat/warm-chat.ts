/** Loads what the first reply would otherwise wait for, about 200 ms of code. Never fails: a reply will say. */
export async function warmChat(): Promise<void> {
  const needed = [
    import('../../models/built-in/built-in-model.ts'),
    import('../../tools/agent-tools.ts'),
    import('../../tools/connection-directory.ts'),
  ];
  await Promise.allSettled(needed);
}
