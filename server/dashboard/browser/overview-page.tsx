import type { ScreenProps } from './client.ts';
import { PageHeading } from './page-heading.tsx';

export function OverviewPage({ store }: ScreenProps) {
  return <PageHeading title="Overview" store={store} />;
}
