import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { call, type Schemas, type SectionProps } from './client.ts';
import { Button, ErrorNote, Loading } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { PageHeading } from './page-heading.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { useAction } from './recent-sign-in.tsx';
import { Time } from './time.tsx';
import { useRead } from './use-read.ts';

type Session = Schemas['Session'];

const columns: readonly Column<Session>[] = [
  {
    name: 'Browser',
    cell: (session) => (
      <>
        {browserOf(session.user_agent)} {session.is_current && <span class="chip green">This session</span>}
      </>
    ),
  },
  { name: 'Signed in', cell: ({ signed_in_at }) => <Time at={signed_in_at} /> },
  { name: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { name: 'Ends', cell: ({ expires_at }) => <Time at={expires_at} /> },
];

/** The own sessions, and the password. */
export function SessionsPage({ me, heading }: SectionProps) {
  const queries = useQueryClient();
  const queryKey = ['sessions'];
  const list = useRead(queryKey, 'listSessions', {});
  const [isChanging, setChanging] = useState(false);
  const ended = async (text: string): Promise<void> => {
    announce(text);
    await queries.invalidateQueries({ queryKey });
  };
  const end = useAction(
    ({ id }: Session) => call('endSession', { path: { session_id: id } }),
    () => ended('Session ended'),
  );
  const endOthers = useAction(
    () => call('endOtherSessions', {}),
    () => ended('All other sessions ended'),
  );
  const others = list.data?.sessions.filter(({ is_current }) => !is_current) ?? [];
  return (
    <>
      <PageHeading {...heading}>
        <div class="row">
          {me.user.has_password && <Button onClick={() => setChanging(true)}>Change password</Button>}
          {others.length > 0 && (
            <Button busy={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
              End all other sessions
            </Button>
          )}
        </div>
      </PageHeading>
      {list.isPending && <Loading />}
      <ErrorNote error={list.error ?? end.error ?? endOthers.error} />
      {list.data && (
        <DataTable
          label="Sessions"
          columns={columns}
          rows={list.data.sessions}
          keyOf={({ id }) => id}
          actions={(session) =>
            !session.is_current && (
              <Button describedBy={session.id} onClick={() => end.mutate(session)}>
                End
              </Button>
            )
          }
        />
      )}
      {isChanging && <PasswordDialog me={me} onClose={() => setChanging(false)} />}
    </>
  );
}

// The more special name comes first: Edge and Opera call themselves Chrome, and Chrome calls itself Safari.
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(?:e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

function browserOf(userAgent: string | null): string {
  const nameIn = (names: typeof browsers | typeof systems): string | undefined =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser === undefined) return userAgent?.slice(0, 40) ?? 'Unknown browser';
  return system === undefined ? browser : `${browser} on ${system}`;
}
