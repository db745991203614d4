import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { api, type Schemas, unwrap } from './client.ts';
import { ActionDialog, Dialog, ReadState } from './controls.tsx';
import { TextArea } from './fields.tsx';
import { useAction } from './recent-sign-in.tsx';

interface KnowledgeEditorProps {
  readonly storeId: string;
  readonly document: Schemas['KnowledgeDocument'];
  onClose(): void;
}

/** A text of the shop's knowledge as agents know it, to be read and changed. */
export function KnowledgeEditor({ storeId, document, onClose }: KnowledgeEditorProps) {
  const path = { store_id: storeId, document_id: document.id };
  const state = useQuery({
    queryKey: ['knowledge', storeId, document.id],
    queryFn: () =>
      unwrap(
        api.GET('/dashboard/api/stores/{store_id}/knowledge/documents/{document_id}', { params: { path } }),
      ),
    // What one types over is not replaced meanwhile.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (state.data === undefined)
    return (
      <Dialog title={document.source} onClose={onClose}>
        <ReadState reads={[state]} />
      </Dialog>
    );
  return <TextDialog path={path} {...state.data} onClose={onClose} />;
}

interface TextDialogProps extends Pick<KnowledgeEditorProps, 'document'> {
  readonly text: string;
  readonly path: { readonly store_id: string; readonly document_id: string };
  onClose(): void;
}

function TextDialog({ path, document, text: stored, onClose }: TextDialogProps) {
  const queries = useQueryClient();
  const [text, setText] = useState(stored);
  const save = useAction(
    () =>
      unwrap(
        api.PUT('/dashboard/api/stores/{store_id}/knowledge/documents/{document_id}', {
          params: { path },
          body: { text, imported_at: document.imported_at },
        }),
      ),
    () => {
      announce('Text saved');
      onClose();
      return Promise.all([
        queries.invalidateQueries({ queryKey: ['knowledge', path.store_id] }),
        queries.invalidateQueries({ queryKey: ['passages', path.store_id] }),
      ]);
    },
  );
  const hint = `Headings begin with #.${document.format === 'html' ? ' The page itself stays as it is.' : ''}`;
  return (
    <ActionDialog title={document.source} action="Save" mutation={save} onClose={onClose}>
      <TextArea label="Text" hint={hint} rows={14} value={text} onChange={setText} maxLength={200_000} required />
    </ActionDialog>
  );
}
