import type { ComponentChildren } from 'preact';
import { AgentsPage } from './agents-page.tsx';
import { AnalyticsPage } from './analytics-page.tsx';
import { CatalogPage } from './catalog-page.tsx';
import { ChatbotsPage } from './chatbots-page.tsx';
import type { ScreenProps } from './client.ts';
import { ConversationsPage } from './conversations-page.tsx';
import { DefinitionsPage } from './definitions-page.tsx';
import { ImprovePage } from './improve-page.tsx';
import { KnowledgePage } from './knowledge-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { PageNotFound } from './page-heading.tsx';

interface Screen {
  /** In the path, below the store. */
  readonly id: string;
  readonly name: string;
  page(props: ScreenProps): ComponentChildren;
}

/** The screens but Settings, in the order of the navigation. */
export const screens: readonly Screen[] = [
  { id: 'overview', name: 'Overview', page: OverviewPage },
  { id: 'analytics', name: 'Analytics', page: AnalyticsPage },
  { id: 'conversations', name: 'Conversations', page: ConversationsPage },
  { id: 'improve', name: 'Improve', page: ImprovePage },
  { id: 'agents', name: 'Agents', page: AgentsPage },
  { id: 'chatbots', name: 'Chatbots', page: ChatbotsPage },
  { id: 'catalogue', name: 'Catalogue', page: CatalogPage },
  { id: 'knowledge', name: 'Knowledge', page: KnowledgePage },
];

/** A page that others link to. */
const definitions: Screen = { id: 'numbers', name: 'What the numbers mean', page: DefinitionsPage };

/** Where a person begins. */
export const firstScreen = 'overview';

export function ScreenPage({ screen, store, ...props }: ScreenProps & { readonly screen: string }) {
  const found = [...screens, definitions].find(({ id }) => id === screen);
  if (found === undefined) return <PageNotFound store={store} />;
  const { page: Page } = found;
  return <Page key={store.id} store={store} {...props} />;
}
