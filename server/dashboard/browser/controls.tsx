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

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly autocomplete?: 'username' | 'current-password' | 'new-password' | 'off';
  readonly value: string;
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  onChange(value: string): void;
}

export function Field({ label, hint, type = 'text', autocomplete = 'off', onChange, ...input }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        type={type}
        autocomplete={autocomplete}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string | number> {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, name: string, hint?: string])[];
  readonly value: NoInfer<Value>;
  onChange(value: NoInfer<Value>): void;
}

/** Radio buttons. */
export function Choice<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      {options.map(([option, text, hint]) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          <span>
            {text}
            {hint !== undefined && <small>{hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface DialogProps {
  readonly title: string;
  onClose(): void;
  readonly children: ComponentChildren;
}

/** A native modal dialog, open as long as it is rendered; Escape closes it, and the focus returns. */
export function Dialog({ title, onClose, children }: DialogProps) {
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
    <dialog ref={element} aria-labelledby={id} onClose={() => isRendered.current && onClose()}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface ConfirmDialogProps extends DialogProps {
  /** The name of the button that does it. */
  readonly action: string;
  readonly mutation: Pick<Read, 'isPending' | 'error'> & { mutate(variables: undefined): void };
}

/** Says what an action means before it is done; for what removes or stops something. */
export function ConfirmDialog({ action, mutation, children, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog {...dialog}>
      <Form onSubmit={() => mutation.mutate(undefined)}>
        {children}
        <ErrorNote error={mutation.error} />
        <div class="actions">
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button kind="danger" type="submit" busy={mutation.isPending}>
            {action}
          </Button>
        </div>
      </Form>
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
    <div class="secret">
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
export function ReadState({ reads, loading = <Loading /> }: ReadStateProps) {
  const failed = reads.find(({ error }) => error !== null);
  const retry = () => reads.forEach((read) => void read.refetch());
  return (
    <>
      {reads.some(({ isPending }) => isPending) && loading}
      <ErrorNote error={failed?.error ?? null} retry={retry} />
    </>
  );
}

interface ReadStateProps {
  readonly reads: readonly Read[];
  readonly loading?: ComponentChildren;
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
