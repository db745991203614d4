import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { api, unwrap } from './client.ts';
import { Button, ErrorNote, Form } from './controls.tsx';
import { Field } from './fields.tsx';
import { useAction } from './recent-sign-in.tsx';

interface ContactFormProps {
  readonly storeId: string;
  /** Empty for none. */
  readonly contact: string;
}

/** Whom the assistant names for what it does not know. */
export function ContactForm({ storeId, contact }: ContactFormProps) {
  const queries = useQueryClient();
  const [text, setText] = useState(contact);
  const save = useAction(
    () =>
      unwrap(
        api.PUT('/dashboard/api/stores/{store_id}/knowledge/contact', {
          params: { path: { store_id: storeId } },
          body: { contact: text.trim() === '' ? null : text.trim() },
        }),
      ),
    () => {
      announce('Contact saved');
      return queries.invalidateQueries({ queryKey: ['knowledge', storeId] });
    },
  );
  return (
    <section class="catalog-section" aria-labelledby="contact-heading">
      <h2 id="contact-heading">Contact</h2>
      <Form onSubmit={() => save.mutate(undefined)}>
        <Field
          label="Whom to ask"
          hint="What the assistant names when it does not know, such as help@shop.example, Monday to Friday. Empty for none."
          value={text}
          onChange={setText}
          maxLength={500}
        />
        <ErrorNote error={save.error} />
        <Button type="submit" busy={save.isPending}>
          Save contact
        </Button>
      </Form>
    </section>
  );
}
