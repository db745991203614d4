import type { ComponentChildren } from 'preact';
import { ApiKeysPage } from './api-keys-page.tsx';
import { AuditLogPage } from './audit-log-page.tsx';
import type { SectionProps, PageProps, Store } from './client.ts';
import { NoticesPage } from './notices-page.tsx';
import { PageHeading, PageNotFound } from './page-heading.tsx';
import { PlanPage } from './plan-page.tsx';
import { SessionsPage } from './sessions-page.tsx';
import { TeamPage } from './team-page.tsx';

interface Section {
  readonly id: string;
  readonly name: string;
  /** What the section has, for the person. */
  readonly lead: string;
  readonly ownerOnly: boolean;
  page(props: SectionProps): ComponentChildren;
}

/** The sections of Settings (source 5.4), in the order of the navigation. */
export const sections: readonly Section[] = [
  {
    id: 'api-keys',
    name: 'API keys',
    lead: 'Programs call the API with a key. Keep keys out of web pages and repositories; every reveal is in the audit log.',
    ownerOnly: true,
    page: ApiKeysPage,
  },
  {
    id: 'plan',
    name: 'Plan',
    lead: 'The limits of your plan, and how much of them the store has used.',
    ownerOnly: false,
    page: PlanPage,
  },
  {
    id: 'team',
    name: 'Team',
    lead: 'Who signs in to this store. A member does everything but API keys and team.',
    ownerOnly: true,
    page: TeamPage,
  },
  {
    id: 'notices',
    name: 'Notices',
    lead: 'How you get notice of what needs you: an outage, a cap, a failed import, and how the week was.',
    ownerOnly: true,
    page: NoticesPage,
  },
  {
    id: 'sessions',
    name: 'Sessions',
    lead: 'Where you are signed in. A session ends after 30 minutes without use, and after 12 hours.',
    ownerOnly: false,
    page: SessionsPage,
  },
  {
    id: 'audit-log',
    name: 'Audit log',
    lead: 'Sign-ins, and every change with who made it, newest first.',
    ownerOnly: false,
    page: AuditLogPage,
  },
];

/** One section of Settings; a member sees why it is closed to them. */
export function SettingsPage({ me, store, section }: PageProps & { readonly section: string }) {
  const found = sections.find(({ id }) => id === section);
  if (found === undefined) return <PageNotFound store={store} />;
  const { name, lead, ownerOnly, page: Page } = found;
  const isClosed = ownerOnly && store.role !== 'owner';
  const heading = { title: name, lead, store };
  if (!isClosed) return <Page key={store.id} me={me} store={store} heading={heading} />;
  return (
    <>
      <PageHeading {...heading} />
      <OwnersOnly name={name} store={store} />
    </>
  );
}

function OwnersOnly({ name, store }: { readonly name: string; readonly store: Store }) {
  return (
    <p class="note">
      Only an owner of {store.name} can open “{name}”, and your role is member. Ask an owner to do it, or to
      change your role.
    </p>
  );
}
