import type { ScreenProps } from './client.ts';
import { PageHeading } from './page-heading.tsx';

export function ConversationsPage({ store }: ScreenProps) {
  return <PageHeading title="Conversations" store={store} />;
}
