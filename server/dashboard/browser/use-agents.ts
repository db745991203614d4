import { useQuery } from '@tanstack/preact-query';
import { api, type Store, unwrap } from './client.ts';

/** The agents of the store, disabled ones included. */
export function useAgents(store: Store) {
  return useQuery({
    queryKey: ['agents', store.id],
    queryFn: () =>
      unwrap(
        api.GET('/dashboard/api/stores/{store_id}/agents', { params: { path: { store_id: store.id } } }),
      ),
  });
}
