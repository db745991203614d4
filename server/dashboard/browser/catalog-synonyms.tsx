import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { api, unwrap } from './client.ts';
import { Button, ErrorNote, Form } from './controls.tsx';
import { TextArea } from './fields.tsx';
import { useAction } from './recent-sign-in.tsx';

interface SynonymsFormProps {
  readonly storeId: string;
  readonly synonyms: string;
}

/** The shop's own words for the search of products. */
export function SynonymsForm({ storeId, synonyms }: SynonymsFormProps) {
  const queries = useQueryClient();
  const [text, setText] = useState(synonyms);
  const save = useAction(
    () =>
      unwrap(
        api.PUT('/dashboard/api/stores/{store_id}/catalog/synonyms', {
          params: { path: { store_id: storeId } },
          body: { synonyms: text },
        }),
      ),
    ({ synonyms: saved }) => {
      announce('Words saved');
      setText(saved);
      return Promise.all([
        queries.invalidateQueries({ queryKey: ['catalog', storeId] }),
        queries.invalidateQueries({ queryKey: ['products', storeId] }),
      ]);
    },
  );
  return (
    <section class="catalog-section" aria-labelledby="synonyms-heading">
      <h2 id="synonyms-heading">Your own words</h2>
      <Form onSubmit={() => save.mutate(undefined)}>
        <TextArea
          label="Words for the search"
          hint="One entry a line. “slippers, house shoes” mean the same; “hat > beanie, cap” says that these are hats; “bicycle ! We sell no bicycles.” is what shoppers are told about a thing that you do not sell. The search knows common English words already."
          value={text}
          onChange={setText}
          rows={6}
          maxLength={150500}
        />
        <ErrorNote error={save.error} />
        <Button type="submit" busy={save.isPending}>
          Save words
        </Button>
      </Form>
    </section>
  );
}
