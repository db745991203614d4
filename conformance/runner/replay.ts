/** What reproduces one failure alone. */
export interface Replay {
  readonly checkId: string;
  readonly seed: number;
  /** The property within the check, and the counterexample's path, or `e`, the index of an example and its simplifications. */
  readonly property?: { readonly label: string; readonly path: string };
}

const pattern = /^([a-z-]+\/[a-z0-9-]+)@(\d+)(?:@([a-z0-9-]+)@(e\d+(?:\.\d+)*|[\d:]+))?$/;

/** `agents/keeps-text@42@text@3:0:1`; the property is left out where the check has none. */
export function encodeReplay({ checkId, seed, property }: Replay): string {
  return [checkId, seed, ...(property ? [property.label, property.path] : [])].join('@');
}

/** The inverse of encodeReplay; undefined when the text is no replay string. */
export function decodeReplay(text: string): Replay | undefined {
  const [, checkId, seed, label, path] = pattern.exec(text.trim()) ?? [];
  if (checkId === undefined || !Number.isSafeInteger(Number(seed))) return undefined;
  const replay = { checkId, seed: Number(seed) };
  return label === undefined || path === undefined ? replay : { ...replay, property: { label, path } };
}
