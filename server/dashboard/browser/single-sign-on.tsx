import { useMutation } from '@tanstack/preact-query';
import { rememberPlace } from './arrival.ts';
import { call } from './client.ts';
import { useRead } from './use-read.ts';
import { Button, ErrorNote } from './controls.tsx';

/** Whether people may sign in with an OpenID Connect provider. */
export function useHasSingleSignOn(): boolean {
  const methods = useRead(['sign-in-methods'], 'getSignInMethods', {}, { staleTime: Infinity });
  return methods.data?.oidc ?? false;
}

/** Leaves for the provider, which redirects back to this place. */
export function SingleSignOn({ kind }: { readonly kind?: 'primary' }) {
  const start = useMutation({
    mutationFn: () => call('startOidc', {}),
    onSuccess({ authorization_url }) {
      rememberPlace();
      location.assign(authorization_url);
    },
  });
  return (
    <>
      <ErrorNote error={start.error} />
      <Button
        {...(kind && { kind })}
        busy={start.isPending || start.isSuccess}
        onClick={() => start.mutate()}
      >
        Continue with single sign-on
      </Button>
    </>
  );
}
