import type { ScreenProps } from './client.ts';
import { PageHeading } from './page-heading.tsx';

export function AnalyticsPage({ store }: ScreenProps) {
  return <PageHeading title="Analytics" store={store} />;
}
