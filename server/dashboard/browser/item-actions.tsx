import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { ActionDialog, Button, Dialog, ErrorNote } from './controls.tsx';
import type { EditorKind } from './editor-frame.tsx';
import { capitalized } from './error-message.ts';
import { useAction } from './recent-sign-in.tsx';

type Status = 'active' | 'disabled';

interface ItemProps {
  readonly kind: EditorKind;
  readonly id: string;
  /** What it means, before it is done. */
  readonly children: ComponentChildren;
}

interface StatusSwitchProps<Row> extends ItemProps {
  readonly status: Status;
  /** Changes the status, and nothing else. */
  set(status: Status): Promise<Row>;
  onChange(changed: Row): void;
}

/** A button that enables something, or disables it after it has said what that means. */
export function StatusSwitch<Row extends { readonly status: Status }>(props: StatusSwitchProps<Row>) {
  const { kind, id, status, set, onChange, children } = props;
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const change = useAction(set, (changed) => {
    announce(`${capitalized(kind.noun)} ${changed.status === 'active' ? 'enabled' : 'disabled'}`);
    close();
    onChange(changed);
  });
  if (status === 'disabled') {
    return (
      <>
        <Button describedBy={id} busy={change.isPending} onClick={() => change.mutate('active')}>
          Enable
        </Button>
        <ErrorNote error={change.error} />
      </>
    );
  }
  const disable = { ...change, mutate: () => change.mutate('disabled') };
  const title = `Disable ${kind.noun}`;
  return (
    <>
      <Button describedBy={id} onClick={() => setAsking(true)}>
        Disable
      </Button>
      {isAsking && (
        <ActionDialog kind="danger" title={title} action="Disable" mutation={disable} onClose={close}>
          {children}
        </ActionDialog>
      )}
    </>
  );
}

interface DeleteButtonProps extends ItemProps {
  remove(): Promise<unknown>;
  onDelete(): void;
  /** Whether it cannot be deleted, as the children say. */
  readonly isUsed?: boolean;
}

/** A button that deletes something after it has said what breaks. */
export function DeleteButton({ kind, id, remove, onDelete, isUsed, children }: DeleteButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const mutation = useAction(remove, () => {
    announce(`${capitalized(kind.noun)} deleted`);
    close();
    onDelete();
  });
  const title = `Delete ${kind.noun}`;
  return (
    <>
      <Button kind="danger" describedBy={id} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && isUsed && (
        <Dialog close="Close" title={title} onClose={close}>
          {children}
        </Dialog>
      )}
      {isAsking && !isUsed && (
        <ActionDialog kind="danger" title={title} action="Delete" mutation={mutation} onClose={close}>
          {children}
        </ActionDialog>
      )}
    </>
  );
}
