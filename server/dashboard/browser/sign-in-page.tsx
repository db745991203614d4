import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { call, setMe } from './client.ts';
import { Brand } from './brand.tsx';
import { Button, ErrorNote, Form } from './controls.tsx';
import { Field, PasswordField } from './fields.tsx';
import { SingleSignOn, useSignInMethods } from './single-sign-on.tsx';
import { useSubmission } from './submission.ts';

/** Signs in with a password or a provider; `error` is why a link or a provider did not. */
export function SignInPage({ error }: { readonly error: Error | null }) {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const methods = useSignInMethods();
  const signIn = useSubmission(
    () => call('signInWithPassword', { body: { email, password } }),
    (me) => setMe(queries, me),
  );
  return (
    <main class="alone">
      <Brand />
      <div class="box">
        <h1>Sign in</h1>
        <ErrorNote error={signIn.error ?? error} />
        <Form onSubmit={() => signIn.mutate(undefined)}>
          <Field
            label="E-mail"
            type="email"
            autocomplete="username"
            value={email}
            onChange={setEmail}
            required
          />
          <PasswordField value={password} onChange={setPassword} />
          <Button kind="primary" type="submit" busy={signIn.isPending}>
            Sign in
          </Button>
        </Form>
        {methods.oidc && (
          <div class="other-way">
            <span class="soft">or</span>
            <SingleSignOn />
          </div>
        )}
      </div>
      {methods.mail ? (
        <ForgottenPassword email={email} />
      ) : (
        <p class="soft small">
          No password yet, or lost it? Ask an owner of your store for a sign-in link, or whoever runs this
          service.
        </p>
      )}
    </main>
  );
}

/** Says the same whether or not the address belongs to a person. */
function ForgottenPassword({ email }: { readonly email: string }) {
  const ask = useSubmission((to: string) => call('requestSignInLink', { body: { email: to } }));
  if (ask.isSuccess) {
    return (
      <p class="note" role="status">
        If {ask.variables} may sign in here, a mail with a link is on its way. It works once, within an hour.
      </p>
    );
  }
  return (
    <>
      <ErrorNote error={ask.error} />
      <p class="soft small">No password yet, or lost it? Enter your e-mail address above.</p>
      <Button busy={ask.isPending} onClick={() => ask.mutate(email)}>
        Send me a sign-in link
      </Button>
    </>
  );
}
