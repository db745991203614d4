import { useQueryClient } from '@tanstack/preact-query';
import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useState } from 'preact/hooks';
import { ApiError, call, type Schemas, setMe } from './client.ts';
import { ActionForm, Button, Dialog } from './controls.tsx';
import { HiddenUsername, PasswordField } from './fields.tsx';
import { SingleSignOn, useSignInMethods } from './single-sign-on.tsx';
import { useSubmission } from './submission.ts';

/** The person closed the dialog instead of signing in again; without a message, since nothing went wrong. */
class Cancelled extends Error {}

type Repeat = <Output>(action: () => Promise<Output>) => Promise<Output>;

const RecentSignIn = createContext<Repeat>((action) => action());

interface Waiting {
  proceed(): void;
  cancel(): void;
}

/** Asks for the password when an action needs a sign-in of the last 5 minutes, and repeats the action. */
export function RecentSignInProvider(props: {
  readonly me: Schemas['Me'];
  readonly children: ComponentChildren;
}) {
  const [waiting, setWaiting] = useState<Waiting>();
  const repeat = useCallback<Repeat>(async (action) => {
    for (;;) {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof ApiError && error.needsRecentSignIn)) throw error;
        await new Promise<void>((resolve, reject) => {
          setWaiting({ proceed: resolve, cancel: () => reject(new Cancelled()) });
        }).finally(() => setWaiting(undefined));
      }
    }
  }, []);
  return (
    <RecentSignIn.Provider value={repeat}>
      {props.children}
      {waiting && (
        <Dialog title="Confirm that it is you" onClose={waiting.cancel}>
          <p class="soft">Keys, people and passwords need a sign-in of the last 5 minutes.</p>
          {props.me.user.has_password ? (
            <PasswordForm email={props.me.user.email} waiting={waiting} />
          ) : (
            <LinkHint waiting={waiting} />
          )}
        </Dialog>
      )}
    </RecentSignIn.Provider>
  );
}

function PasswordForm({ email, waiting }: { readonly email: string; readonly waiting: Waiting }) {
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const signIn = useSubmission(
    () => call('signInWithPassword', { body: { email, password } }),
    (me) => {
      setMe(queries, me);
      waiting.proceed();
    },
  );
  return (
    <ActionForm action="Continue" mutation={signIn} onCancel={waiting.cancel}>
      <HiddenUsername email={email} />
      <PasswordField value={password} onChange={setPassword} />
    </ActionForm>
  );
}

function LinkHint({ waiting }: { readonly waiting: Waiting }) {
  if (useSignInMethods().oidc) return <ProviderHint waiting={waiting} />;
  return (
    <>
      <p>
        You have no password yet. Open a sign-in link in another tab, then continue here. In the demo, that is
        the link in the terminal, which works again and again. Else an owner of the store makes one under
        Team, and an operator with <code>agent-service users invite</code>.
      </p>
      <div class="actions row">
        <Button onClick={waiting.cancel}>Cancel</Button>
        <Button kind="primary" onClick={waiting.proceed}>
          Continue
        </Button>
      </div>
    </>
  );
}

function ProviderHint({ waiting }: { readonly waiting: Waiting }) {
  return (
    <>
      <p>Sign in with your provider again. You come back to this page, and then repeat what you did.</p>
      <div class="actions row">
        <Button onClick={waiting.cancel}>Cancel</Button>
        <SingleSignOn kind="primary" />
      </div>
    </>
  );
}

/** A mutation that asks for the password when the sign-in is too old. */
export function useAction<Input, Output>(
  action: (input: Input) => Promise<Output>,
  onSuccess?: (output: Output, input: Input) => unknown,
) {
  const repeat = useContext(RecentSignIn);
  return useSubmission((input: Input) => repeat(() => action(input)), onSuccess);
}
