import { useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { api, type Schemas, type Store, unwrap } from './client.ts';
import { Button, copyText, Dialog, ErrorNote, Form } from './controls.tsx';
import { useAction } from './recent-sign-in.tsx';

interface OneChatbotProps {
  readonly store: Store;
  readonly chatbot: Schemas['Chatbot'];
}

/** Copies the script tag for the shop's pages; where the browser forbids it, shows it. */
export function CopySnippet({ store, chatbot }: OneChatbotProps) {
  const [shown, setShown] = useState<string>();
  const params = { path: { store_id: store.id, chatbot_id: chatbot.id } };
  const copy = useAction(
    () => unwrap(api.GET('/dashboard/api/stores/{store_id}/chatbots/{chatbot_id}/snippet', { params })),
    async ({ html }) => {
      if (!(await copyText(html, 'Snippet'))) setShown(html);
    },
  );
  return (
    <>
      <Button describedBy={chatbot.id} busy={copy.isPending} onClick={() => copy.mutate(undefined)}>
        Copy snippet
      </Button>
      <ErrorNote error={copy.error} />
      {shown !== undefined && (
        <Dialog title="Snippet" onClose={() => setShown(undefined)}>
          <p>Select it and copy it into the pages of your shop, before the end of the body.</p>
          <div class="secret">
            <code>{shown}</code>
          </div>
          <div class="actions">
            <Button onClick={() => setShown(undefined)}>Done</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface DeleteChatbotProps extends OneChatbotProps {
  onChange(): void;
  onClose(): void;
}

/** Says what breaks before a chatbot is deleted. */
export function DeleteChatbotDialog({ store, chatbot, onChange, onClose }: DeleteChatbotProps) {
  const path = { store_id: store.id, chatbot_id: chatbot.id };
  const params = { path, query: { version: chatbot.version } };
  const remove = useAction(
    () => unwrap(api.DELETE('/dashboard/api/stores/{store_id}/chatbots/{chatbot_id}', { params })),
    () => {
      announce('Chatbot deleted');
      onClose();
      onChange();
    },
  );
  const origins = chatbot.allowed_origins;
  return (
    <Dialog title="Delete chatbot" onClose={onClose}>
      <Form onSubmit={() => remove.mutate(undefined)}>
        <p>
          Pages that have the snippet of “{chatbot.name}” show no chat bubble from then on
          {origins.length > 0 && `, on ${origins.join(', ')}`}. Its agent and its conversations stay. This
          cannot be undone.
        </p>
        <ErrorNote error={remove.error} />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" type="submit" busy={remove.isPending}>
            Delete
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
