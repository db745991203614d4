/** Sets the newest entry of a map that keeps `max` of them. Returns the value of the oldest one if that is evicted. */
export function setNewest<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  max: number,
): Value | undefined {
  map.delete(key);
  map.set(key, value);
  // A map iterates in the order of insertion.
  const [oldest] = map;
  if (map.size <= max || oldest === undefined) return undefined;
  map.delete(oldest[0]);
  return oldest[1];
}
