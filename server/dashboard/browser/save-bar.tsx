import { ApiError } from './client.ts';
import { Button, ErrorNote } from './controls.tsx';
import type { Draft } from './use-draft.ts';

/** The mutation that saves the fields over a version. */
interface Save<Row> {
  readonly isPending: boolean;
  /** Of the last attempt. */
  readonly error: Error | null;
  mutate(over: Row): void;
  reset(): void;
}

interface SaveBarProps<Row> {
  readonly draft: Draft<Row, object>;
  readonly save: Save<Row>;
  /** Reads the present version. */
  readAgain(): Promise<Row>;
}

/** At the lower edge while there is something to save; submits the form around it. */
export function SaveBar<Row>({ draft, save, readAgain }: SaveBarProps<Row>) {
  if (!draft.isDirty && save.error === null) return null;
  if (save.error instanceof ApiError && save.error.status === 409) {
    return <Conflict draft={draft} save={save} readAgain={readAgain} />;
  }
  const discard = (): void => {
    draft.reset(draft.base);
    save.reset();
  };
  return (
    <div class="save-bar row apart box">
      <ErrorNote error={save.error} />
      <p class="soft">Unsaved changes</p>
      <div class="row">
        <Button onClick={discard}>Discard</Button>
        <Button kind="primary" type="submit" busy={save.isPending}>
          Save changes
        </Button>
      </div>
    </div>
  );
}

/** Someone else has saved since the draft was opened: their version is read, or overwritten. */
function Conflict<Row>({ draft, save, readAgain }: SaveBarProps<Row>) {
  const reload = async (): Promise<void> => {
    draft.reset(await readAgain());
    save.reset();
  };
  const overwrite = async (): Promise<void> => save.mutate(await readAgain());
  return (
    <div class="save-bar row apart box">
      <div class="note amber" role="alert">
        <p>
          <strong>Changed meanwhile.</strong> Someone else has saved a newer version since you opened this
          page.
        </p>
        <div class="row">
          <Button onClick={() => void reload().catch(ignore)}>Reload and drop my changes</Button>
          <Button kind="danger" busy={save.isPending} onClick={() => void overwrite().catch(ignore)}>
            Save mine over it
          </Button>
        </div>
      </div>
    </div>
  );
}

// The buttons stay: it can be tried again.
function ignore(): void {}
