import type { Target } from '../target.ts';
import type { Credential, StoreName } from './exchange.ts';

/** What the key of a store is called in a `curl` line. */
export const keyVariables: Readonly<Record<StoreName, string>> = {
  main: '$CONFORMANCE_API_KEY',
  second: '$CONFORMANCE_SECOND_API_KEY',
  limited: '$CONFORMANCE_LIMITED_API_KEY',
};

/** The Authorization header for a credential, or undefined for none. Source 5.2. */
export function authorizationOf(credential: Credential, target: Target): string | undefined {
  switch (credential.type) {
    case 'none':
      return undefined;
    case 'header':
      return credential.value;
    case 'store': {
      const store = target.stores[credential.store];
      if (store === undefined) throw new Error(`no key for the ${credential.store} store`);
      return `Bearer ${store.key}`;
    }
  }
}

/** The same header as a shell writes it, without the key. */
export function shellAuthorizationOf(credential: Credential): string | undefined {
  switch (credential.type) {
    case 'none':
      return undefined;
    case 'header':
      return credential.shell;
    case 'store':
      return `Bearer ${keyVariables[credential.store]}`;
  }
}
