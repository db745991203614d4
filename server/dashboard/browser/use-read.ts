import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/preact-query';
import type { OperationId } from '../../../generated/dashboard-operations.ts';
import { call, type InputOf, type OutputOf } from './client.ts';

interface ReadOptions<Output> {
  readonly enabled?: boolean;
  readonly staleTime?: number;
  readonly refetchOnWindowFocus?: boolean;
  /** In milliseconds. */
  readonly refetchInterval?: number;
  /** Such as keepPreviousData: what is shown until it is read. */
  readonly placeholderData?: (before: Output | undefined) => Output | undefined;
}

/** Reads what an operation returns. It is kept under the key, which begins with a name and the store. */
export function useRead<Id extends OperationId>(
  queryKey: readonly unknown[],
  id: Id,
  input: InputOf<Id>,
  options: ReadOptions<OutputOf<Id>> = {},
) {
  return useQuery<OutputOf<Id>>({ queryKey, queryFn: () => call(id, input), ...options });
}

interface Page {
  readonly next_cursor: string | null;
}

/** Reads a list page by page; `read` gets the query parameter of the page after the ones that are there. */
export function usePages<Read extends Page>(
  queryKey: readonly unknown[],
  read: (query: { readonly cursor?: string }) => Promise<Read>,
) {
  return useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => read(pageParam === undefined ? {} : { cursor: pageParam }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Returns a function that reads again what the pages of a store have read under some names. */
export function useReload(storeId: string) {
  const queries = useQueryClient();
  return (...names: readonly string[]): Promise<unknown> =>
    Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name, storeId] })));
}
