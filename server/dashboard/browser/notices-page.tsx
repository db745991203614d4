import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { announcing } from './announcement.tsx';
import { call, type Schemas, type SectionProps, type Store } from './client.ts';
import { Button, Dialog, ErrorNote, Form, ReadState, Secret } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { Check, Field, TitledSection } from './fields.tsx';
import { PageHeading } from './page-heading.tsx';
import { useAction } from './recent-sign-in.tsx';
import { Time } from './time.tsx';
import { useRead, useReload } from './use-read.ts';

type Notices = Schemas['Notices'];
type OpenNotice = Notices['open'][number];
type Delivery = Notices['deliveries'][number];

const pathOf = (store: Store) => ({ path: { store_id: store.id } });

function useNotices(store: Store) {
  return useRead(['notices', store.id], 'getNotices', pathOf(store), { refetchInterval: 30_000 });
}

/** What happened that a person has not dealt with yet; nothing where all is well. */
export function NeedsYou({ store }: { readonly store: Store }) {
  const { data } = useNotices(store);
  const reload = useReload(store.id);
  const done = useAction(
    (notice_id: string) => call('finishNotice', { path: { store_id: store.id, notice_id } }),
    () => reload('notices', 'left messages', 'conversation'),
  );
  if (data === undefined || data.open.length === 0) return null;
  const about: Column<OpenNotice> = {
    name: 'Notice',
    cell: (notice) => <Link href={`/stores/${store.id}/${notice.path}`}>{notice.subject}</Link>,
  };
  return (
    <TitledSection title="Needs you">
      <ErrorNote error={done.error} />
      <DataTable
        label="Needs you"
        columns={[about, ...noticeColumns]}
        rows={data.open}
        keyOf={({ id }) => id}
        actions={({ id }) => (
          <Button describedBy={id} busy={done.isPending} onClick={() => done.mutate(id)}>
            Done
          </Button>
        )}
      />
    </TitledSection>
  );
}

const noticeColumns: readonly Column<OpenNotice>[] = [
  { name: 'What happened', cell: ({ text }) => text },
  { name: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** How notices reach the owners, and what was sent. */
export function NoticesPage({ me, store, heading }: SectionProps) {
  const notices = useNotices(store);
  const reload = useReload(store.id);
  const test = useAction(
    () => call('testNotices', pathOf(store)),
    announcing('Test queued', () => reload('notices')),
  );
  return (
    <>
      <PageHeading {...heading}>
        <Button busy={test.isPending} onClick={() => test.mutate(undefined)}>
          Send a test
        </Button>
      </PageHeading>
      <ReadState reads={[notices]} />
      <ErrorNote error={test.error} />
      {notices.data && (
        <>
          <MailSection store={store} email={me.user.email} notices={notices.data} />
          <WebhookSection store={store} url={notices.data.webhook_url} />
          {notices.data.deliveries.length > 0 && (
            <TitledSection title="Sent">
              <DataTable
                label="Sent"
                columns={sentColumns}
                rows={notices.data.deliveries}
                keyOf={({ id }) => id}
              />
            </TitledSection>
          )}
        </>
      )}
    </>
  );
}

const sentColumns: readonly Column<Delivery>[] = [
  { name: 'Notice', cell: ({ subject }) => subject },
  { name: 'To', cell: ({ recipient }) => recipient },
  { name: 'Since', cell: ({ queued_at }) => <Time at={queued_at} /> },
  { name: 'State', cell: stateOf },
];

function stateOf({ delivered_at, next_attempt_at, error }: Delivery): string {
  if (delivered_at !== null) return 'Delivered';
  if (next_attempt_at === null) return `Given up: ${error}`;
  return error === null ? 'On its way' : `Sent again later: ${error}`;
}

interface MailProps {
  readonly store: Store;
  readonly email: string;
  readonly notices: Notices;
}

function MailSection({ store, email, notices }: MailProps) {
  const [wants, setWants] = useState(notices.wants_mail);
  const set = useAction(
    (wants_mail: boolean) => call('setNoticeMail', { ...pathOf(store), body: { wants_mail } }),
    announcing('Saved'),
  );
  return (
    <TitledSection title="Mail">
      {!notices.sends_mail && (
        <p class="note amber">
          This service sends no mail yet: whoever runs it has to connect a mail server (SMTP_URL). Until then,
          look at Overview.
        </p>
      )}
      <Check
        label={`Send notices to ${email}`}
        value={wants}
        onChange={(value) => {
          setWants(value);
          set.mutate(value);
        }}
      />
      <ErrorNote error={set.error} />
    </TitledSection>
  );
}

function WebhookSection({ store, url }: { readonly store: Store; readonly url: string | null }) {
  const reload = useReload(store.id);
  const [text, setText] = useState(url ?? '');
  const set = useAction(
    () => call('setWebhook', { ...pathOf(store), body: { url: text.trim() } }),
    () => reload('notices'),
  );
  const remove = useAction(
    () => call('removeWebhook', pathOf(store)),
    announcing(
      'Disconnected',
      () => setText(''),
      () => reload('notices'),
    ),
  );
  return (
    <TitledSection title="Your help desk or another program">
      <Form onSubmit={() => set.mutate(undefined)}>
        <Field
          label="Address"
          hint="What your help desk calls the address of a webhook: every notice is also sent there. It begins with https and is on the public internet. For who sets it up: JSON, signed as Standard Webhooks says; connecting makes a new secret."
          value={text}
          onChange={setText}
          maxLength={2000}
          required
        />
        <ErrorNote error={set.error ?? remove.error} />
        <div class="row">
          <Button type="submit" busy={set.isPending}>
            Connect
          </Button>
          {url !== null && (
            <Button busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
              Disconnect
            </Button>
          )}
        </div>
      </Form>
      {set.data && (
        <Dialog close="Done" title="Secret" onClose={set.reset}>
          <p>
            Enter it in your help desk, which verifies with it that a notice is from here. It is shown once.
          </p>
          <Secret name="Secret" text={set.data.secret} />
        </Dialog>
      )}
    </TitledSection>
  );
}
