import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/preact-query';
import { type ComponentChildren, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Redirect, Route, Router, Switch } from 'wouter-preact';
import { Announcement } from './announcement.tsx';
import { api, createQueryClient, getMe, meKey, type Schemas, setMe, type Store, unwrap } from './client.ts';
import { ErrorNote, Loading } from './controls.tsx';
import { Layout, NoStore } from './layout.tsx';
import { RecentSignInProvider } from './recent-sign-in.tsx';
import { firstScreen, ScreenPage } from './screens.tsx';
import { SettingsPage } from './settings-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** The code of a sign-in link, which leaves the address and the history at once. */
function takeCode(): string | undefined {
  const code = /^#code=([^&]+)/.exec(location.hash)?.[1];
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return code;
}

// Before anything else runs.
const codeAtStart = takeCode();

/** Signs in with the code of a link, at the start and when a link is opened in a tab that shows the dashboard. */
function useLinkSignIn(): { readonly isPending: boolean; readonly error: Error | null } {
  const queries = useQueryClient();
  const [code, setCode] = useState(codeAtStart);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const onChange = (): void => setCode(takeCode() ?? code);
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, [code]);
  useEffect(() => {
    if (code === undefined) return;
    unwrap(api.POST('/dashboard/api/session/code', { body: { code } }))
      .then((me) => setMe(queries, me))
      .then(() => setError(null), setError)
      .finally(() => setCode(undefined));
  }, [code, queries]);
  return { isPending: code !== undefined, error };
}

function App() {
  const link = useLinkSignIn();
  const me = useQuery({ queryKey: meKey, queryFn: getMe, enabled: !link.isPending });
  if (link.isPending || me.isPending) return <Loading />;
  if (me.data === undefined) {
    return (
      <main class="alone">
        <ErrorNote error={me.error} retry={() => void me.refetch()} />
      </main>
    );
  }
  if (me.data === null) return <SignInPage error={link.error} />;
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
