import type { ScreenProps } from './client.ts';
import { PageHeading } from './page-heading.tsx';

export function ChatbotsPage({ store }: ScreenProps) {
  return <PageHeading title="Chatbots" store={store} />;
}
