import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button, ErrorNote, Form, type Read } from './controls.tsx';
import { bind, Choice, Field, Section } from './fields.tsx';

/** What is imported: one of the two, by `source`. */
export interface SourceRequest<Source extends string> {
  readonly source: Source;
  readonly file: File | undefined;
  readonly url: string;
}

interface ImportSourceProps<Source extends string> {
  readonly sources: readonly (readonly [source: Source, name: string])[];
  readonly request: SourceRequest<NoInfer<Source>>;
  readonly fileHint: string;
  /** Endings of file names, for the browser's dialog. */
  readonly accept: string;
  readonly addressHint: string;
  readonly maxAddressLength: number;
  onChange(part: Partial<SourceRequest<NoInfer<Source>>>): void;
}

/** Where an import comes from, and the file or the address. A form adds the fields of its other sources. */
export function ImportSource<Source extends string>(props: ImportSourceProps<Source>) {
  const { sources, request, addressHint, maxAddressLength, onChange } = props;
  const bound = bind(request, onChange);
  return (
    <>
      <Choice label="Import from" options={sources} {...bound('source')} />
      {request.source === 'file' && <FileDrop {...props} />}
      {request.source === 'address' && (
        <Field label="Address" hint={addressHint} {...bound('url')} maxLength={maxAddressLength} required />
      )}
    </>
  );
}

interface ImportFrameProps {
  readonly title: string;
  readonly start: Pick<Read, 'isPending' | 'error'> & { mutate(variables: undefined): void };
  /** Before the button. */
  readonly note?: ComponentChildren;
  readonly button: string;
  /** Whether it has to wait. */
  readonly isBusy?: boolean;
  readonly children: ComponentChildren;
}

/** The form of an import, with why it failed. */
export function ImportFrame({ title, start, note, button, isBusy = false, children }: ImportFrameProps) {
  return (
    <Section title={title}>
      <Form onSubmit={() => start.mutate(undefined)}>
        {children}
        <ErrorNote error={start.error} />
        {note}
        <Button kind="primary" type="submit" busy={start.isPending || isBusy}>
          {button}
        </Button>
        {isBusy && <span class="soft small"> The running import ends first.</span>}
      </Form>
    </Section>
  );
}

/**
 * The file of an upload. Throws an Error with a sentence for the form when none is chosen, or when it is larger than
 * `maxMegabytes`, with `cure`.
 */
export function chosenFile(file: File | undefined, maxMegabytes: number, cure: string): File {
  if (file === undefined) throw new Error('Choose a file first.');
  if (file.size > maxMegabytes * 1024 * 1024)
    throw new Error(`The file is larger than ${maxMegabytes} MB. ${cure}`);
  return file;
}

/** A file input that files can be dropped on. */
function FileDrop<Source extends string>(props: ImportSourceProps<Source>) {
  const { request, fileHint, accept, onChange } = props;
  const { file } = request;
  const [isOver, setOver] = useState(false);
  const choose = (files: FileList | null | undefined): void => {
    const [chosen] = files ?? [];
    if (chosen !== undefined) onChange({ file: chosen });
  };
  return (
    <label
      class={isOver ? 'catalog-drop over' : 'catalog-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer?.files);
      }}
    >
      <input
        type="file"
        class="hidden"
        accept={accept}
        onChange={(event) => {
          choose(event.currentTarget.files);
          // Browsers emit no change event when the same file is chosen again.
          event.currentTarget.value = '';
        }}
      />
      {file === undefined ? (
        <>
          <strong>Choose a file, or drop it here</strong>
          <small>{fileHint}</small>
        </>
      ) : (
        <>
          <strong>{file.name}</strong>
          <small>{sizeOf(file)} · Choose another file</small>
        </>
      )}
    </label>
  );
}

function sizeOf({ size }: File): string {
  return size < 1_000_000
    ? `${Math.max(1, Math.round(size / 1000))} kB`
    : `${(size / 1_000_000).toFixed(1)} MB`;
}
