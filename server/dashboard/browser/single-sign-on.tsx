import { useMutation } from '@tanstack/preact-query';
import { rememberPlace } from './arrival.ts';
import { call, type Schemas } from './client.ts';
import { useRead } from './use-read.ts';
import { Button, ErrorNote } from './controls.tsx';

/** How people may sign in; until it is read, with a password only. */
export function useSignInMethods(): Pick<Schemas['SignInMethods'], 'oidc' | 'mail'> {
  const methods = useRead(['sign-in-methods'], 'getSignInMethods', {}, { staleTime: Infinity });
  return methods.data ?? { oidc: false, mail: false };
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
