import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { call, type Schemas, type Store } from './client.ts';
import { ActionDialog } from './controls.tsx';
import { Check } from './fields.tsx';
import { useAction } from './recent-sign-in.tsx';

interface DeleteDialogProps {
  readonly store: Store;
  readonly conversation: Schemas['ConversationSummary'];
  onClose(): void;
  onDelete(): void;
}

/** Confirms a deletion, which cannot be undone, for one conversation or all of its visitor (erasure). */
export function DeleteConversationDialog({ store, conversation, onClose, onDelete }: DeleteDialogProps) {
  const queries = useQueryClient();
  const [isErasure, setErasure] = useState(false);
  const remove = useAction(
    () => {
      const path = { store_id: store.id, conversation_id: conversation.id };
      return call('deleteConversation', { path, query: { visitor_conversations: isErasure } });
    },
    ({ deleted }) => {
      announce(deleted === 1 ? 'Conversation deleted' : `${deleted} conversations deleted`);
      onDelete();
      queries.removeQueries({ queryKey: ['conversation', store.id] });
      return queries.invalidateQueries({ queryKey: ['conversations', store.id] });
    },
  );
  return (
    <ActionDialog
      kind="danger"
      title="Delete this conversation?"
      action="Delete"
      mutation={remove}
      onClose={onClose}
    >
      {conversation.first_message !== '' && <p class="clamped soft">“{conversation.first_message}”</p>}
      <p>
        Its messages are erased for good: this cannot be undone. Figures in Overview and Analytics stay.
        Export it first if you need a copy.
      </p>
      {conversation.visitor_id !== null && (
        <Check
          label="Also delete the visitor's other conversations"
          value={isErasure}
          onChange={setErasure}
        />
      )}
    </ActionDialog>
  );
}
