import { useQueryClient } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { Link, useLocation } from 'wouter-preact';
import { announce } from './announcement.tsx';
import type { Store } from './client.ts';
import { ActionForm, Button, Form, type Read, ReadState } from './controls.tsx';
import { capitalized } from './error-message.ts';
import { PageHeading } from './page-heading.tsx';
import { useAction } from './recent-sign-in.tsx';
import { SaveBar } from './save-bar.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { type Draft, useDraft, type Versioned } from './use-draft.ts';

const lists = ['agents', 'chatbots'] as const;

/** What an editor is of: its list's name is also the path of the screen. */
export interface EditorKind {
  readonly list: (typeof lists)[number];
  readonly noun: 'agent' | 'chatbot';
  readonly layout: 'editor' | 'editor wide';
  /** What tries it beside the form: the id of its heading, and its name. */
  readonly trial: readonly [id: string, name: string];
}

/** On a phone, where the trial is below a long form, one tap leads there. */
function ToTrial({ kind: { trial } }: { readonly kind: EditorKind }) {
  const [id, name] = trial;
  return (
    <div class="to-trial">
      <Button onClick={() => document.getElementById(id)?.scrollIntoView()}>{name}</Button>
    </div>
  );
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

interface EditorProps<Row, Fields> {
  readonly store: Store;
  readonly kind: EditorKind;
  readonly row: Row;
  fieldsOf(row: Row): Fields;
  /** Saves fields over a version. */
  put(fields: Fields, over: Row): Promise<Row>;
  /** Reads the present version. */
  get(): Promise<Row>;
  /** Beside the title; `onRow` takes over a version that they have made. */
  actions(draft: Draft<Row, Fields>, onRow: (row: Row) => void): ComponentChildren;
  form(draft: Draft<Row, Fields>): ComponentChildren;
  /** Beside the form. */
  aside(draft: Draft<Row, Fields>): ComponentChildren;
}

/** The editor of something that exists: saves a draft, and reads the present version after a conflict. */
export function Editor<
  Row extends Versioned & { readonly id: string; readonly name: string },
  Fields extends object,
>(props: EditorProps<Row, Fields>) {
  const { store, kind, row } = props;
  const queries = useQueryClient();
  const draft = useDraft(row, props.fieldsOf);
  const onRow = (changed: Row): void => {
    queries.setQueryData([kind.list, store.id, row.id], changed);
    for (const list of lists)
      void queries.invalidateQueries({ queryKey: [list, store.id], exact: list === kind.list });
  };
  const save = useAction(
    (over: Row) => props.put(draft.fields, over),
    (changed) => {
      announce(`${capitalized(kind.noun)} saved`);
      draft.reset(changed);
      onRow(changed);
    },
  );
  const readAgain = async (): Promise<Row> => {
    const present = await props.get();
    onRow(present);
    return present;
  };
  const rebase = (changed: Row): void => {
    draft.rebase(changed);
    onRow(changed);
  };
  return (
    <EditorFrame store={store} kind={kind} title={draft.base.name} actions={props.actions(draft, rebase)}>
      <UnsavedGuard isDirty={draft.isDirty} />
      <div class={kind.layout}>
        <Form onSubmit={() => save.mutate(draft.base)}>
          <ToTrial kind={kind} />
          {props.form(draft)}
          <SaveBar draft={draft} save={save} readAgain={readAgain} />
        </Form>
        {props.aside(draft)}
      </div>
    </EditorFrame>
  );
}

const unsaved: Versioned = { version: 0 };

interface CreateFormProps<Fields> {
  readonly store: Store;
  readonly kind: EditorKind;
  readonly first: Fields;
  post(fields: Fields): Promise<{ readonly id: string }>;
  form(fields: Fields, change: (part: Partial<Fields>) => void): ComponentChildren;
  /** Beside the form. */
  aside?(fields: Fields): ComponentChildren;
}

/** The form of something that does not exist yet; its editor follows. */
export function CreateForm<Fields extends object>(props: CreateFormProps<Fields>) {
  const { store, kind, first, post, form, aside } = props;
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const { fields, isDirty, change } = useDraft(unsaved, () => first);
  const list = `/stores/${store.id}/${kind.list}`;
  const create = useAction(
    () => post(fields),
    ({ id }) => {
      announce(`${capitalized(kind.noun)} created`);
      for (const name of lists) void queries.invalidateQueries({ queryKey: [name, store.id] });
      navigate(`${list}/${id}`, { replace: true });
    },
  );
  return (
    <div class={aside ? kind.layout : 'editor single'}>
      <ActionForm action={`Create ${kind.noun}`} mutation={create} onCancel={() => navigate(list)}>
        <UnsavedGuard isDirty={isDirty && !create.isSuccess} />
        {aside && <ToTrial kind={kind} />}
        {form(fields, change)}
      </ActionForm>
      {aside?.(fields)}
    </div>
  );
}
