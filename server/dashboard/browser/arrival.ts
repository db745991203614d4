/** What the address brings when the page is opened: a sign-in link, the first owner's link, or a provider's response. */
export type Arrival =
  | { readonly type: 'link'; readonly code: string }
  | { readonly type: 'setup'; readonly code: string }
  | { readonly type: 'provider'; readonly code: string; readonly state: string; readonly iss?: string }
  | { readonly type: 'provider-error'; readonly error: string };

/** Where a person was when they left for the provider. */
const returnTo = 'dashboard-return-to';

/** To be called before the browser leaves for the provider. */
export function rememberPlace(): void {
  sessionStorage.setItem(returnTo, location.pathname);
}

/** Takes it out of the address and the history at once; undefined without one. */
export function takeArrival(): Arrival | undefined {
  const found = fromFragment() ?? fromQuery();
  if (found === undefined) return undefined;
  const isProvider = found.type === 'provider' || found.type === 'provider-error';
  const place = isProvider ? sessionStorage.getItem(returnTo) : null;
  sessionStorage.removeItem(returnTo);
  history.replaceState(null, '', place ?? location.pathname);
  return found;
}

function fromFragment(): Arrival | undefined {
  const [, type, code] = /^#(code|setup)=([^&]+)/.exec(location.hash) ?? [];
  if (code === undefined) return undefined;
  return { type: type === 'setup' ? 'setup' : 'link', code };
}

function fromQuery(): Arrival | undefined {
  const query = new URLSearchParams(location.search);
  const [code, state, iss, error] = ['code', 'state', 'iss', 'error'].map((name) => query.get(name));
  if (state && error) return { type: 'provider-error', error };
  if (!state || !code) return undefined;
  return { type: 'provider', code, state, ...(iss && { iss }) };
}
