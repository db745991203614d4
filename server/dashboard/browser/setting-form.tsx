import { useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { Button, ErrorNote, Form } from './controls.tsx';
import { Field, TextArea, TitledSection } from './fields.tsx';
import { useAction } from './recent-sign-in.tsx';

interface SettingFormProps {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  /** `Save contact`. */
  readonly button: string;
  /** What is announced: `Contact saved`. */
  readonly done: string;
  readonly value: string;
  /** Of a text with several lines. */
  readonly rows?: number;
  readonly maxLength: number;
  readonly required?: boolean;
  /** Returns the text as it is stored. */
  save(text: string): Promise<string>;
  onSave(): unknown;
}

/** A text of the store that is saved on its own. */
export function SettingForm({ title, button, done, value, save, onSave, rows, ...field }: SettingFormProps) {
  const [text, setText] = useState(value);
  const saving = useAction(
    () => save(text),
    (saved) => {
      announce(done);
      setText(saved);
      return onSave();
    },
  );
  const bound = { ...field, value: text, onChange: setText };
  return (
    <TitledSection title={title}>
      <Form onSubmit={() => saving.mutate(undefined)}>
        {rows === undefined ? <Field {...bound} /> : <TextArea {...bound} rows={rows} />}
        <ErrorNote error={saving.error} />
        <Button type="submit" busy={saving.isPending}>
          {button}
        </Button>
      </Form>
    </TitledSection>
  );
}
