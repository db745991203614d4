import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface LabelledProps {
  readonly label: string;
  readonly hint?: string | undefined;
}

/** A label, a control with the given id, and a hint that describes it. */
function Labelled(props: LabelledProps & { readonly id: string; readonly children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={props.id}>{props.label}</label>
      {props.children}
      {props.hint !== undefined && (
        <p id={`${props.id}-hint`} class="hint">
          {props.hint}
        </p>
      )}
    </div>
  );
}

function hintOf(id: string, hint: string | undefined): string | undefined {
  return hint === undefined ? undefined : `${id}-hint`;
}

interface TextAreaProps extends LabelledProps {
  readonly value: string;
  readonly rows?: number;
  readonly required?: boolean;
  readonly maxLength?: number;
  /** For text whose lines matter. */
  readonly isCode?: boolean;
  onChange(value: string): void;
}

export function TextArea({ label, hint, rows = 3, isCode = false, onChange, ...input }: TextAreaProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint}>
      <textarea
        {...input}
        id={id}
        rows={rows}
        class={isCode ? 'code' : ''}
        aria-describedby={hintOf(id, hint)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </Labelled>
  );
}

interface LinesProps extends LabelledProps {
  readonly values: readonly string[];
  readonly rows?: number;
  onChange(values: string[]): void;
}

/** A list of texts, one a line. */
export function Lines({ values, onChange, ...props }: LinesProps) {
  return <TextArea {...props} value={values.join('\n')} onChange={(text) => onChange(text.split('\n'))} />;
}

/** The lines that say something. */
export function usedLines(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

interface SelectProps extends LabelledProps {
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  onChange(value: string): void;
}

export function Select({ label, hint, value, options, onChange }: SelectProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint}>
      <select
        id={id}
        required
        value={value}
        aria-describedby={hintOf(id, hint)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

interface NumberFieldProps extends LabelledProps {
  readonly value: number;
  readonly min: number;
  readonly max?: number;
  readonly step: number;
  onChange(value: number): void;
}

export function NumberField({ label, hint, onChange, ...input }: NumberFieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint}>
      <input
        {...input}
        id={id}
        type="number"
        required
        value={Number.isNaN(input.value) ? '' : input.value}
        aria-describedby={hintOf(id, hint)}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </Labelled>
  );
}

interface ColorFieldProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}

/** A colour as text, with the browser's picker beside it. */
export function ColorField({ label, value, onChange }: ColorFieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <div class="color">
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          value={sixDigits(value)}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
        <input
          id={id}
          type="text"
          required
          spellcheck={false}
          autocomplete="off"
          pattern="#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})"
          title="A colour such as #1f6feb"
          value={value}
          onInput={(event) => onChange(event.currentTarget.value.trim())}
        />
      </div>
    </Labelled>
  );
}

/** The picker knows no short form and no transparency. */
function sixDigits(color: string): string {
  const [, short] = /^#([0-9a-f]{3})[0-9a-f]?$/i.exec(color) ?? [];
  if (short !== undefined) return `#${[...short].map((digit) => digit + digit).join('')}`;
  return /^#[0-9a-f]{6}/i.exec(color)?.[0] ?? '#000000';
}

/** A part of a form under a heading. */
export function Section(props: { readonly title: string; readonly children: ComponentChildren }) {
  const id = useId();
  return (
    <section class="part" aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {props.children}
    </section>
  );
}
