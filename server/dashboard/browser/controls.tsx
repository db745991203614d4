import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { announce } from './announcement.tsx';

interface ButtonProps {
  readonly kind?: 'primary' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  readonly busy?: boolean;
  readonly describedBy?: string;
  onClick?(): void;
  readonly children: ComponentChildren;
}

/** A button; while it is busy it keeps the focus and ignores clicks. */
export function Button({ kind, type = 'button', busy = false, describedBy, onClick, children }: ButtonProps) {
  return (
    <button
      type={type}
      class={`button ${kind ?? ''}`}
      aria-disabled={busy}
      aria-describedby={describedBy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.();
      }}
    >
      {children}
    </button>
  );
}

/** A form that the page sends itself. */
export function Form(props: { onSubmit(): void; readonly children: ComponentChildren }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
    </form>
  );
}

interface DialogProps {
  readonly title: string;
  /** The name of a button that closes it and does nothing else. */
  readonly close?: string;
  onClose(): void;
  readonly children: ComponentChildren;
}

/** A native modal dialog, open as long as it is rendered; Escape closes it, and the focus returns. */
export function Dialog({ title, close, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const isRendered = useRef(true);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      isRendered.current = false;
      dialog?.close();
    };
  }, []);
  return (
    <dialog ref={element} class="box" aria-labelledby={id} onClose={() => isRendered.current && onClose()}>
      <h2 id={id}>{title}</h2>
      {children}
      {close !== undefined && (
        <div class="actions row">
          <Button onClick={onClose}>{close}</Button>
        </div>
      )}
    </dialog>
  );
}

interface ActionFormProps {
  /** The name of the button that does it. */
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  readonly mutation: Pick<Read, 'isPending' | 'error'> & { mutate(variables: undefined): void };
  onCancel(): void;
  readonly children: ComponentChildren;
}

/** The fields of an action, why it failed, and the buttons that leave it or do it. */
export function ActionForm({ action, kind = 'primary', mutation, onCancel, children }: ActionFormProps) {
  return (
    <Form onSubmit={() => mutation.mutate(undefined)}>
      {children}
      <ErrorNote error={mutation.error} />
      <div class="actions row">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind={kind} type="submit" busy={mutation.isPending}>
          {action}
        </Button>
      </div>
    </Form>
  );
}

/** Of a dialog that adds or changes a row of a store's list. */
export interface RowDialogProps {
  readonly storeId: string;
  /** The list is to be read again. */
  onChange(): void;
  onClose(): void;
}

/** Says what an action means, or asks what it needs, before it is done. */
export function ActionDialog({ title, onClose, ...form }: DialogProps & Omit<ActionFormProps, 'onCancel'>) {
  return (
    <Dialog title={title} onClose={onClose}>
      <ActionForm {...form} onCancel={onClose} />
    </Dialog>
  );
}

/** Copies text. Throws nothing: without permission it asks to copy by hand. */
export async function copyText(text: string, name: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${name} copied`);
    return true;
  } catch {
    announce('The browser does not allow copying: select the text and copy it');
    return false;
  }
}

/** Text that is shown once, to be copied: a new key or a sign-in link. */
export function Secret(props: { readonly name: string; readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div class="secret row box">
      <code aria-label={props.name}>{props.text}</code>
      <Button kind="primary" onClick={() => void copyText(props.text, props.name).then(setCopied)}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}

/** What went wrong, for people; nothing without an error. */
export function ErrorNote(props: { readonly error: Error | null; retry?(): void }) {
  if (props.error === null || props.error.message === '') return null;
  return (
    <div class="note red" role="alert">
      <p>{props.error.message}</p>
      {props.retry && <Button onClick={props.retry}>Try again</Button>}
    </div>
  );
}

/** A query, as far as pages show its state. */
export interface Read {
  readonly isPending: boolean;
  readonly error: Error | null;
  refetch(): Promise<unknown>;
}

/** What is shown in place of data: that it is on its way, or why it is not there. */
export function ReadState({ reads }: { readonly reads: readonly Read[] }) {
  const failed = reads.find(({ error }) => error !== null);
  const retry = () => reads.forEach((read) => void read.refetch());
  return (
    <>
      {reads.some(({ isPending }) => isPending) && <Loading />}
      <ErrorNote error={failed?.error ?? null} retry={retry} />
    </>
  );
}

export function Loading() {
  return (
    <div class="loading" role="status">
      <span class="hidden">Loading</span>
      <i />
      <i />
      <i />
    </div>
  );
}

interface NextPageProps {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): Promise<unknown>;
  };
  readonly name: string;
}

/** The button that reads the next page of a list; nothing after the last one. */
export function NextPage({ list, name }: NextPageProps) {
  if (!list.hasNextPage) return null;
  return (
    <div class="bar row">
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {name}
      </Button>
    </div>
  );
}
