import type { PageProps } from './client.ts';

export function PlanPage({ store }: PageProps) {
  return <p>{store.name}</p>;
}
