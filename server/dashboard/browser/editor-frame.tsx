import { useQueryClient } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { Link, useLocation } from 'wouter-preact';
import { announce } from './announcement.tsx';
import type { Store } from './client.ts';
import { ActionForm, type Read, ReadState } from './controls.tsx';
import { PageHeading } from './page-heading.tsx';
import { useAction } from './recent-sign-in.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import type { Draft, Versioned } from './use-draft.ts';

/** What an editor is of: its list's name is also the path of the screen. */
export interface EditorKind {
  readonly list: 'agents' | 'chatbots';
  readonly noun: 'agent' | 'chatbot';
}

interface EditorFrameProps {
  readonly store: Store;
  readonly kind: EditorKind;
  readonly title: string;
  readonly lead?: string;
  /** What the page needs: until it is there, or where it fails, the frame says so. */
  readonly reads?: readonly Read[];
  /** Beside the title. */
  readonly actions?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The page of an editor: the way back to the list, the heading, and what is below. */
export function EditorFrame({ store, kind, title, lead, reads = [], actions, children }: EditorFrameProps) {
  return (
    <>
      <Link class="back" href={`/stores/${store.id}/${kind.list}`}>
        <span aria-hidden="true">←</span> All {kind.list}
      </Link>
      <PageHeading title={title} store={store} {...(lead !== undefined && { lead })}>
        {actions}
      </PageHeading>
      <ReadState reads={reads} />
      {children}
    </>
  );
}

interface Saving<Row> {
  readonly kind: EditorKind;
  /** Saves the fields of the draft over a version. */
  put(over: Row): Promise<Row>;
  /** Reads the present version. */
  get(): Promise<Row>;
  /** Called with each version that the service returns. */
  onRow(row: Row): void;
}

/** What `SaveBar` needs: saves a draft, and reads the present version after a conflict. */
export function useSaving<Row extends Versioned>(
  draft: Draft<Row, object>,
  { kind, put, get, onRow }: Saving<Row>,
) {
  const save = useAction(put, (changed) => {
    announce(`${capitalized(kind.noun)} saved`);
    draft.reset(changed);
    onRow(changed);
  });
  const readAgain = async (): Promise<Row> => {
    const present = await get();
    onRow(present);
    return present;
  };
  return { draft, save, readAgain };
}

interface CreateFormProps {
  readonly store: Store;
  readonly kind: EditorKind;
  readonly isDirty: boolean;
  post(): Promise<{ readonly id: string }>;
  readonly children: ComponentChildren;
}

/** The form of something that does not exist yet; its editor follows. */
export function CreateForm({ store, kind, isDirty, post, children }: CreateFormProps) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const list = `/stores/${store.id}/${kind.list}`;
  const create = useAction(post, ({ id }) => {
    announce(`${capitalized(kind.noun)} created`);
    for (const name of ['chatbots', 'agents']) void queries.invalidateQueries({ queryKey: [name, store.id] });
    navigate(`${list}/${id}`, { replace: true });
  });
  return (
    <ActionForm action={`Create ${kind.noun}`} mutation={create} onCancel={() => navigate(list)}>
      <UnsavedGuard isDirty={isDirty && !create.isSuccess} />
      {children}
    </ActionForm>
  );
}

function capitalized(noun: string): string {
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
}
