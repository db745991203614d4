// What Node 20 lacks of what the suite uses; esbuild puts it first in the package (scripts/pack-conformance.ts).
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);

Promise.withResolvers ??= () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
