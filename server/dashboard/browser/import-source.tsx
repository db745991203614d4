import { useId, useState } from 'preact/hooks';

interface SourceSwitchProps<Source extends string> {
  readonly sources: readonly (readonly [source: Source, name: string])[];
  readonly source: NoInfer<Source>;
  onChange(source: NoInfer<Source>): void;
}

/** Where an import comes from. */
export function SourceSwitch<Source extends string>(props: SourceSwitchProps<Source>) {
  const name = useId();
  return (
    <fieldset class="catalog-source">
      <legend class="hidden">Import from</legend>
      {props.sources.map(([source, text]) => (
        <label key={source}>
          <input
            type="radio"
            name={name}
            checked={source === props.source}
            onChange={() => props.onChange(source)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

interface FileDropProps {
  readonly file: File | undefined;
  readonly hint: string;
  /** Endings of file names, for the browser's dialog. */
  readonly accept: string;
  onChange(file: File): void;
}

/** A file input that files can be dropped on. */
export function FileDrop({ file, hint, accept, onChange }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const choose = (files: FileList | null | undefined): void => {
    const [chosen] = files ?? [];
    if (chosen !== undefined) onChange(chosen);
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
          <span class="soft">{hint}</span>
        </>
      ) : (
        <>
          <strong>{file.name}</strong>
          <span class="soft">{sizeOf(file)} · Choose another file</span>
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
