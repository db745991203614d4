/**
 * A module that is loaded when it is first needed, and kept: Node resolves its name again for each import of it. A load
 * that failed, for want of open files say, is tried again by the next caller.
 */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
