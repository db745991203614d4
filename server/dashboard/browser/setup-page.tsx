import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { plans } from '../../../generated/plans.ts';
import { Brand } from './brand.tsx';
import { call, type Schemas, setMe } from './client.ts';
import { useRead } from './use-read.ts';
import { Button, ErrorNote, Form, Loading } from './controls.tsx';
import { Field, PasswordField, Select } from './fields.tsx';
import { useSubmission } from './submission.ts';

/** Makes the holder of the first owner's link a person with a password and a store. */
export function SetupPage({ code, onDone }: { readonly code: string; onDone(): void }) {
  const setup = useRead(['setup', code], 'checkSetup', { body: { code } }, { staleTime: Infinity });
  return (
    <main class="alone">
      <Brand />
      <div class="box">
        <h1>Set up the dashboard</h1>
        {setup.isPending && <Loading />}
        <ErrorNote error={setup.error} />
        {setup.data && <SetupForm code={code} stores={setup.data.stores} onDone={onDone} />}
      </div>
      {setup.error && (
        <p class="soft small">
          Whoever runs this service gets a new link by starting it again in a terminal, or with{' '}
          <code>agent-service users invite</code>. <a href="/dashboard/">Sign in</a>
        </p>
      )}
    </main>
  );
}

interface SetupFormProps {
  readonly code: string;
  readonly stores: Schemas['Setup']['stores'];
  onDone(): void;
}

function SetupForm({ code, stores, onDone }: SetupFormProps) {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [storeId, setStoreId] = useState(stores[0]?.id);
  const [storeName, setStoreName] = useState('');
  const save = useSubmission(
    () => {
      const store = storeId === undefined ? { store_name: storeName } : { store_id: storeId };
      return call('setUp', { body: { code, email, password, ...store } });
    },
    (me) => {
      setMe(queries, me);
      onDone();
    },
  );
  return (
    <Form onSubmit={() => save.mutate(undefined)}>
      <p class="soft">You become the first owner, and can invite others.</p>
      <ErrorNote error={save.error} />
      <Field label="E-mail" type="email" autocomplete="username" value={email} onChange={setEmail} required />
      <PasswordField hint="At least 12 characters." value={password} onChange={setPassword} />
      {storeId === undefined ? (
        <Field
          label="Name of your store"
          hint={freePlan}
          value={storeName}
          onChange={setStoreName}
          maxLength={200}
          required
        />
      ) : (
        <StoreChoice stores={stores} value={storeId} onChange={setStoreId} />
      )}
      <Button kind="primary" type="submit" busy={save.isPending}>
        Create account
      </Button>
    </Form>
  );
}

const { requestsPerMinute, agents } = plans.free;
const freePlan = `It begins on the plan Free: ${agents} agents, ${requestsPerMinute} requests a minute. The operator changes it with “agent-service stores set-plan”.`;

interface StoreChoiceProps {
  readonly stores: Schemas['Setup']['stores'];
  readonly value: string;
  onChange(storeId: string): void;
}

function StoreChoice({ stores, value, onChange }: StoreChoiceProps) {
  const [only] = stores;
  if (stores.length === 1) return <p>Store: {only?.name}</p>;
  return (
    <Select
      label="Store"
      options={stores.map(({ id, name }) => [id, name] as const)}
      value={value}
      onChange={onChange}
    />
  );
}
