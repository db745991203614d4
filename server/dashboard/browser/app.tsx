import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/preact-query';
import { type ComponentChildren, render } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Redirect, Route, Router, Switch } from 'wouter-preact';
import { Announcement } from './announcement.tsx';
import { type Arrival, takeArrival } from './arrival.ts';
import { call, createQueryClient, getMe, meKey, type Schemas, setMe, type Store } from './client.ts';
import { ErrorNote, Loading } from './controls.tsx';
import { Layout, NoStore } from './layout.tsx';
import { RecentSignInProvider } from './recent-sign-in.tsx';
import { firstScreen, ScreenPage } from './screens.tsx';
import { SettingsPage } from './settings-page.tsx';
import { SetupPage } from './setup-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

// Before anything else runs.
const arrivalAtStart = takeArrival();

/** Signs in with what the address brought, at the start and when a link is opened in a tab that shows the dashboard. */
function useArrival() {
  const queries = useQueryClient();
  const [arrival, setArrival] = useState(arrivalAtStart);
  const [error, setError] = useState<Error | null>(null);
  useLayoutEffect(() => {
    const onChange = (): void => setArrival(takeArrival() ?? arrival);
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, [arrival]);
  useEffect(() => {
    if (arrival === undefined || arrival.type === 'setup') return;
    signIn(arrival)
      .then((me) => setMe(queries, me))
      .then(() => setError(null), setError)
      .finally(() => setArrival(undefined));
  }, [arrival, queries]);
  return { arrival, error, end: () => setArrival(undefined) };
}

function signIn(arrival: Exclude<Arrival, { type: 'setup' }>): Promise<Schemas['Me']> {
  switch (arrival.type) {
    case 'link':
      return call('signInWithCode', { body: { code: arrival.code } });
    case 'provider': {
      const { type: _type, ...body } = arrival;
      return call('signInWithOidc', { body });
    }
    case 'provider-error':
      // Its description is text of the address: anybody could write it.
      return Promise.reject(
        new Error(
          arrival.error === 'access_denied'
            ? 'The sign-in was cancelled at the provider.'
            : 'The provider did not sign you in. Try again, or ask whoever runs this service.',
        ),
      );
  }
}

function App() {
  const { arrival, error, end } = useArrival();
  // The sign-in has just returned it.
  const me = useQuery({ queryKey: meKey, queryFn: getMe, enabled: arrival === undefined, staleTime: 5_000 });
  if (arrival?.type === 'setup') return <SetupPage code={arrival.code} onDone={end} />;
  if (arrival !== undefined || me.isPending) return <Loading />;
  if (me.data === undefined) {
    return (
      <main class="alone">
        <ErrorNote error={me.error} retry={() => void me.refetch()} />
      </main>
    );
  }
  if (me.data === null) return <SignInPage error={error} />;
  return (
    <RecentSignInProvider me={me.data}>
      <Pages me={me.data} />
    </RecentSignInProvider>
  );
}

function Pages({ me }: { readonly me: Schemas['Me'] }) {
  const [first] = me.stores;
  if (first === undefined) return <NoStore me={me} />;
  const inStore = (storeId: string, place: string, page: (store: Store) => ComponentChildren) => {
    const store = me.stores.find(({ id }) => id === storeId);
    if (store === undefined) return <NotFound me={me} />;
    return (
      <Layout me={me} store={store} place={place}>
        {page(store)}
      </Layout>
    );
  };
  return (
    <Switch>
      <Route path="/stores/:storeId/settings/:section">
        {({ storeId, section }) =>
          inStore(storeId, `settings/${section}`, (store) => (
            <SettingsPage me={me} store={store} section={section} />
          ))
        }
      </Route>
      <Route path="/stores/:storeId/:screen/:item?">
        {({ storeId, screen, item }) =>
          inStore(storeId, screen, (store) => (
            <ScreenPage me={me} store={store} screen={screen} item={item} />
          ))
        }
      </Route>
      <Route path="/">
        <Redirect to={`/stores/${first.id}/${firstScreen}`} replace />
      </Route>
      <Route>
        <NotFound me={me} />
      </Route>
    </Switch>
  );
}

function NotFound({ me }: { readonly me: Schemas['Me'] }) {
  return (
    <Layout me={me} store={undefined} place="">
      <h1>Page not found</h1>
      <p>
        There is no such page, or you do not belong to its store. <a href="/dashboard/">Go to your store</a>
      </p>
    </Layout>
  );
}

const root = document.getElementById('app');
if (root !== null) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Router base="/dashboard">
        <App />
      </Router>
      <Announcement />
    </QueryClientProvider>,
    root,
  );
}
