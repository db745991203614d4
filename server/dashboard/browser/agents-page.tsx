import type { ScreenProps } from './client.ts';
import { PageHeading } from './page-heading.tsx';

export function AgentsPage({ store }: ScreenProps) {
  return <PageHeading title="Agents" store={store} />;
}
