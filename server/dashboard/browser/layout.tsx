import { useQueryClient } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { Brand } from './brand.tsx';
import { call, type Schemas, setMe, type Store } from './client.ts';
import { Button, ErrorNote } from './controls.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { useAction } from './recent-sign-in.tsx';
import { screens } from './screens.tsx';
import { sections } from './settings-page.tsx';
import { useSignInMethods } from './single-sign-on.tsx';

interface LayoutProps {
  readonly me: Schemas['Me'];
  readonly store: Store | undefined;
  /** The path of the page below the store: a screen, or a section of Settings. */
  readonly place: string;
  readonly children: ComponentChildren;
}

/** Header, navigation and the page. */
export function Layout({ me, store, place, children }: LayoutProps) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header me={me} store={store} place={place} />
      <div class="frame">
        {store && <Navigation store={store} place={place} />}
        <main id="main" tabIndex={-1}>
          {remindingPlaces.includes(place) && !me.user.has_password && <PasswordReminder me={me} />}
          {children}
        </main>
      </div>
    </>
  );
}

function Header({ me, store, place }: Omit<LayoutProps, 'children'>) {
  const queries = useQueryClient();
  const signOut = useAction(
    () => call('signOut', {}),
    () => setMe(queries, null),
  );
  return (
    <header class="top row">
      <Brand />
      {store && <StoreSwitch stores={me.stores} store={store} place={place} />}
      <div class="person">
        <span class="soft ellipsis">{me.user.email}</span>
        <Button kind="quiet" busy={signOut.isPending} onClick={() => signOut.mutate(undefined)}>
          Sign out
        </Button>
      </div>
      <ErrorNote error={signOut.error} />
    </header>
  );
}

interface StoreSwitchProps {
  readonly stores: readonly Store[];
  readonly store: Store;
  readonly place: string;
}

function StoreSwitch({ stores, store, place }: StoreSwitchProps) {
  const [, navigate] = useLocation();
  if (stores.length === 1) return <strong class="store">{store.name}</strong>;
  return (
    <select
      class="store"
      aria-label="Store"
      value={store.id}
      onChange={(event) => navigate(`/stores/${event.currentTarget.value}/${place}`)}
    >
      {stores.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

const settings = sections.map(({ id, name }) => ({ id: `settings/${id}`, name }));

/** Beside the page; on narrow screens behind a button. */
function Navigation({ store, place }: { readonly store: Store; readonly place: string }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [place]);
  const here = [...screens, ...settings].find(({ id }) => id === place);
  return (
    <div class={isOpen ? 'side open' : 'side'}>
      <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        ☰ Menu{here && `: ${here.name}`}
      </button>
      <nav aria-label="Store">
        <Places store={store} place={place} places={screens} />
      </nav>
      <nav aria-labelledby="settings">
        <h2 id="settings">Settings</h2>
        <Places store={store} place={place} places={settings} />
      </nav>
    </div>
  );
}

interface PlacesProps {
  readonly store: Store;
  readonly place: string;
  readonly places: readonly { readonly id: string; readonly name: string }[];
}

function Places({ store, place, places }: PlacesProps) {
  return (
    <ul class="plain">
      {places.map(({ id, name }) => (
        <li key={id}>
          <Link href={`/stores/${store.id}/${id}`} {...(id === place && { 'aria-current': 'page' as const })}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Where a person begins, and where they look after their sign-in. */
const remindingPlaces = ['overview', 'settings/sessions'];

function PasswordReminder({ me }: { readonly me: Schemas['Me'] }) {
  const [isOpen, setOpen] = useState(false);
  if (useSignInMethods().oidc) return null;
  return (
    <section class="note amber" aria-label="Password">
      <p>You have no password yet: without one, you need a new sign-in link each time.</p>
      <Button onClick={() => setOpen(true)}>Set a password</Button>
      {isOpen && <PasswordDialog me={me} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** For a person whom every store has removed. */
export function NoStore({ me }: { readonly me: Schemas['Me'] }) {
  return (
    <Layout me={me} store={undefined} place="">
      <h1>No store</h1>
      <p>You belong to no store. Ask an owner of your store to invite {me.user.email}.</p>
    </Layout>
  );
}
