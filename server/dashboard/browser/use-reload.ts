import { useQueryClient } from '@tanstack/preact-query';

/** Returns a function that reads again what the pages of a store have read under some names. */
export function useReload(storeId: string) {
  const queries = useQueryClient();
  return (...names: readonly string[]): Promise<unknown> =>
    Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name, storeId] })));
}
