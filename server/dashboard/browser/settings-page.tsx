import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ApiKeysPage } from './api-keys-page.tsx';
import { AuditLogPage } from './audit-log-page.tsx';
import type { PageProps, Store } from './client.ts';
import { SessionsPage } from './sessions-page.tsx';
import { TeamPage } from './team-page.tsx';

interface Section {
  readonly id: string;
  readonly name: string;
  /** What the section has, for the person. */
  readonly lead: string;
  readonly ownerOnly: boolean;
  page(props: PageProps): ComponentChildren;
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
    id: 'team',
    name: 'Team',
    lead: 'Who signs in to this store. A member does everything but API keys and team.',
    ownerOnly: true,
    page: TeamPage,
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
    lead: 'Sign-ins, and what was done with keys and people, newest first.',
    ownerOnly: false,
    page: AuditLogPage,
  },
];

/** Where a person begins: with the keys, which only an owner may see. */
export function defaultSection({ role }: Store): string {
  return sections.find(({ ownerOnly }) => role === 'owner' || !ownerOnly)?.id ?? 'sessions';
}

/** One section of Settings; a member sees why it is closed to them. */
export function SettingsPage({ me, store, section }: PageProps & { readonly section: string }) {
  const found = sections.find(({ id }) => id === section);
  const heading = useHeading(`${found?.name ?? 'Page not found'} · ${store.name}`);
  if (found === undefined) return <h1 {...heading}>Page not found</h1>;
  const { name, lead, ownerOnly, page: Page } = found;
  const isClosed = ownerOnly && store.role !== 'owner';
  return (
    <>
      <h1 {...heading}>{name}</h1>
      <p class="soft lead">{lead}</p>
      {isClosed ? <OwnersOnly name={name} store={store} /> : <Page key={store.id} me={me} store={store} />}
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

/** Sets the title, and moves the focus to the heading after a change of the page, but not at first. */
function useHeading(title: string) {
  const ref = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    document.title = title;
    if (shown.current !== title) ref.current?.focus();
    shown.current = title;
  }, [title]);
  return { ref, tabIndex: -1 };
}
