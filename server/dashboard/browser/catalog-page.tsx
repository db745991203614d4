import type { ScreenProps } from './client.ts';
import { PageHeading } from './page-heading.tsx';

export function CatalogPage({ store }: ScreenProps) {
  return <PageHeading title="Catalogue" store={store} />;
}
