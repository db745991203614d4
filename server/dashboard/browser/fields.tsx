import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/**
 * For the control of one field of a form: its value, and how it changes.
 * `const bound = bind(fields, onChange)`, then `<Field label="Name" {...bound('name')} />`.
 */
export function bind<Fields extends object>(fields: Fields, onChange: (part: Partial<Fields>) => void) {
  return <Name extends keyof Fields>(name: Name) => ({
    value: fields[name],
    // One of the fields with a value of its type, which TypeScript does not see in a computed name.
    onChange: (value: Fields[Name]) => onChange({ [name]: value } as unknown as Partial<Fields>),
  });
}

interface LabelledProps {
  readonly label: string;
  readonly hint?: string | undefined;
}

/** What ties a control to its label and its hint. */
interface Ties {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
}

/** A label, its control, and a hint that describes it. */
function Labelled({ label, hint, control }: LabelledProps & { control(ties: Ties): ComponentChildren }) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {control({ id, 'aria-describedby': hintId })}
      {hint !== undefined && (
        <p id={hintId} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Absent and null are an empty control. */
type Text = string | null | undefined;

interface FieldProps extends LabelledProps {
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'date';
  readonly autocomplete?: 'username' | 'current-password' | 'new-password';
  readonly placeholder?: string;
  readonly value: Text;
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Of a day. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  onChange(value: string): void;
  onBlur?(): void;
}

export function Field({ label, hint, type = 'text', value, onChange, ...input }: FieldProps) {
  const control = (ties: Ties) => (
    <input
      autocomplete="off"
      {...input}
      {...ties}
      type={type}
      value={value ?? ''}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
  return <Labelled label={label} hint={hint} control={control} />;
}

interface PasswordFieldProps extends Pick<FieldProps, 'value' | 'onChange'> {
  readonly label?: string;
  /** Of a password that is chosen here, with at least 12 characters. */
  readonly hint?: string;
}

export function PasswordField({ label = 'Password', hint, ...input }: PasswordFieldProps) {
  const chosen = { autocomplete: 'new-password', minLength: 12, maxLength: 1000 } as const;
  const own = hint === undefined ? ({ autocomplete: 'current-password' } as const) : chosen;
  return <Field label={label} hint={hint} type="password" {...own} {...input} required />;
}

/** Tells password managers whose password a form is about. */
export function HiddenUsername({ email }: { readonly email: string }) {
  return (
    <input
      class="hidden"
      type="email"
      autocomplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
  );
}

interface TextAreaProps extends LabelledProps {
  readonly value: Text;
  readonly rows?: number;
  readonly required?: boolean;
  readonly maxLength?: number;
  onChange(value: string): void;
}

export function TextArea({ label, hint, rows = 3, value, onChange, ...input }: TextAreaProps) {
  const control = (ties: Ties) => (
    <textarea
      {...input}
      {...ties}
      rows={rows}
      value={value ?? ''}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
  return <Labelled label={label} hint={hint} control={control} />;
}

interface LinesProps extends LabelledProps {
  readonly value: readonly string[];
  readonly rows?: number;
  onChange(value: string[]): void;
}

/** A list of texts, one a line. */
export function Lines({ value, onChange, ...props }: LinesProps) {
  return <TextArea {...props} value={value.join('\n')} onChange={(text) => onChange(text.split('\n'))} />;
}

/** The lines that say something. */
export function usedLines(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

interface SelectProps<Value extends string> extends LabelledProps {
  readonly value: NoInfer<Value> | undefined;
  readonly options: readonly (readonly [value: Value, name: string])[];
  /** The name of no choice, whose value is empty; without it there is always one. */
  readonly all?: string;
  onChange(value: NoInfer<Value>): void;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, value, options, all, onChange } = props;
  const control = (ties: Ties) => (
    <select
      {...ties}
      required={all === undefined}
      value={value ?? ''}
      // One of the options, or the empty value of `all`.
      onChange={(event) => onChange(event.currentTarget.value as Value)}
    >
      {all !== undefined && <option value="">{all}</option>}
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  );
  return <Labelled label={label} hint={hint} control={control} />;
}

interface NumberFieldProps extends LabelledProps {
  readonly value: number;
  readonly min: number;
  readonly max?: number;
  readonly step: number;
  onChange(value: number): void;
}

export function NumberField({ label, hint, value, onChange, ...input }: NumberFieldProps) {
  const control = (ties: Ties) => (
    <input
      {...input}
      {...ties}
      type="number"
      required
      value={Number.isNaN(value) ? '' : value}
      onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
  return <Labelled label={label} hint={hint} control={control} />;
}

interface ColorFieldProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}

/** A colour as text, with the browser's picker beside it. */
export function ColorField({ label, value, onChange }: ColorFieldProps) {
  const control = (ties: Ties) => (
    <div class="color">
      <input
        type="color"
        aria-label={`Pick: ${label}`}
        value={sixDigits(value)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <input
        {...ties}
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
  );
  return <Labelled label={label} control={control} />;
}

/** The picker knows no short form and no transparency. */
function sixDigits(color: string): string {
  const [, short] = /^#([0-9a-f]{3})[0-9a-f]?$/i.exec(color) ?? [];
  if (short !== undefined) return `#${[...short].map((digit) => digit + digit).join('')}`;
  return /^#[0-9a-f]{6}/i.exec(color)?.[0] ?? '#000000';
}

interface ChoiceProps<Value extends string | number> {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, name: string, hint?: string])[];
  readonly value: NoInfer<Value>;
  onChange(value: NoInfer<Value>): void;
}

/** Radio buttons. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend>{props.label}</legend>
      {props.options.map(([option, text, hint]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            checked={option === props.value}
            onChange={() => props.onChange(option)}
          />
          <span>
            {text}
            {hint !== undefined && <small>{hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface CheckProps extends LabelledProps {
  readonly value: boolean;
  onChange(value: boolean): void;
}

/** A checkbox. */
export function Check({ label, hint, value, onChange }: CheckProps) {
  const id = useId();
  return (
    <div class="check">
      <label>
        <input
          type="checkbox"
          checked={value}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      {hint !== undefined && (
        <p id={id} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of a page under a heading. */
export function TitledSection(props: SectionProps & { readonly kind?: string }) {
  const id = useId();
  return (
    <section class={props.kind ?? 'catalog-section'} aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {props.children}
    </section>
  );
}

/** A part of a form under a heading. */
export function Section(props: SectionProps) {
  return <TitledSection {...props} kind="part box" />;
}
