import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { announcing } from './announcement.tsx';
import { api, type Schemas, type SectionProps, type Store, unwrap } from './client.ts';
import { Button, Dialog, ErrorNote, Form, ReadState, Secret } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { Check, Field, TitledSection } from './fields.tsx';
import { PageHeading } from './page-heading.tsx';
import { useAction } from './recent-sign-in.tsx';
import { Time } from './time.tsx';
import { useReload } from './use-reload.ts';

type Notices = Schemas['Notices'];
type OpenNotice = Notices['open'][number];
type Delivery = Notices['deliveries'][number];

const path = '/dashboard/api/stores/{store_id}/notices';

const paramsOf = (store: Store) => ({ params: { path: { store_id: store.id } } });

function useNotices(store: Store) {
  return useQuery({
    queryKey: ['notices', store.id],
    queryFn: () => unwrap(api.GET(path, paramsOf(store))),
    refetchInterval: 30_000,
  });
}

/** What happened that a person has not dealt with yet; nothing where all is well. */
export function NeedsYou({ store }: { readonly store: Store }) {
  const { data } = useNotices(store);
  const reload = useReload(store.id);
  const done = useAction(
    (notice_id: string) => {
      const params = { path: { store_id: store.id, notice_id } };
      return unwrap(api.POST(`${path}/{notice_id}/done`, { params }));
    },
    () => reload('notices'),
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
    () => unwrap(api.POST(`${path}/test`, paramsOf(store))),
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
          <Sent deliveries={notices.data.deliveries} />
        </>
      )}
    </>
  );
}

interface MailProps {
  readonly store: Store;
  readonly email: string;
  readonly notices: Notices;
}

function MailSection({ store, email, notices }: MailProps) {
  const [wants, setWants] = useState(notices.wants_mail);
  const set = useAction(
    (wants_mail: boolean) => unwrap(api.PATCH(path, { ...paramsOf(store), body: { wants_mail } })),
    announcing('Saved'),
  );
  return (
    <TitledSection title="Mail">
      {!notices.sends_mail && (
        <p class="note amber">
          This service sends no mail yet: its operator sets a mail server with SMTP_URL. Until then, look at
          Overview.
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
  const [text, setText] = useState('');
  const webhook = '/dashboard/api/stores/{store_id}/webhook';
  const set = useAction(
    () => unwrap(api.PUT(webhook, { ...paramsOf(store), body: { url: text.trim() } })),
    () => reload('notices'),
  );
  const remove = useAction(
    () => unwrap(api.DELETE(webhook, paramsOf(store))),
    announcing('Webhook removed', () => reload('notices')),
  );
  return (
    <TitledSection title="Webhook">
      {url === null ? (
        <Form onSubmit={() => set.mutate(undefined)}>
          <Field
            label="Address"
            hint="Each notice is posted there as JSON, signed as Standard Webhooks says. Only https, and no private network."
            value={text}
            onChange={setText}
            maxLength={2000}
            required
          />
          <ErrorNote error={set.error} />
          <Button type="submit" busy={set.isPending}>
            Set webhook
          </Button>
        </Form>
      ) : (
        <>
          <p>Notices are posted to {url}.</p>
          <ErrorNote error={remove.error} />
          <Button busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
            Remove webhook
          </Button>
        </>
      )}
      {set.data && (
        <Dialog title="Webhook secret" onClose={set.reset}>
          <p>It is shown once. Verify the signature of each request with it.</p>
          <Secret name="Webhook secret" text={set.data.secret} />
          <div class="actions row">
            <Button onClick={set.reset}>Done</Button>
          </div>
        </Dialog>
      )}
    </TitledSection>
  );
}

const columns: readonly Column<Delivery>[] = [
  { name: 'Notice', cell: ({ subject }) => subject },
  { name: 'To', cell: ({ recipient }) => recipient },
  { name: 'Queued', cell: ({ queued_at }) => <Time at={queued_at} /> },
  { name: 'State', cell: (delivery) => <State {...delivery} /> },
];

function State({ delivered_at, next_attempt_at, error }: Delivery) {
  if (delivered_at !== null) return <span class="chip green">Delivered</span>;
  if (next_attempt_at === null) return <>Given up: {error}</>;
  return <>{error === null ? 'On its way' : `Sent again later: ${error}`}</>;
}

function Sent({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return null;
  return (
    <TitledSection title="Sent">
      <DataTable label="Sent" columns={columns} rows={deliveries} keyOf={({ id }) => id} />
    </TitledSection>
  );
}
