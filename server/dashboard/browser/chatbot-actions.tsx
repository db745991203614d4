import { useState } from 'preact/hooks';
import { fieldsOf } from './chatbot-form.tsx';
import { call, type Schemas, type Store } from './client.ts';
import { Button, copyText, Dialog, ErrorNote } from './controls.tsx';
import type { EditorKind } from './editor-frame.tsx';
import { DeleteButton, StatusSwitch } from './item-actions.tsx';
import { useAction } from './recent-sign-in.tsx';

export const chatbotKind: EditorKind = {
  list: 'chatbots',
  noun: 'chatbot',
  layout: 'editor wide',
  trial: ['preview', 'Preview'],
};

interface OneChatbotProps {
  readonly store: Store;
  readonly chatbot: Schemas['Chatbot'];
}

/** Copies the script tag for the shop's pages; where the browser forbids it, shows it. */
export function CopySnippet({ store, chatbot }: OneChatbotProps) {
  const [shown, setShown] = useState<string>();
  const params = { path: { store_id: store.id, chatbot_id: chatbot.id } };
  const copy = useAction(
    () => call('getSnippet', params),
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
        <Dialog close="Done" title="Snippet" onClose={() => setShown(undefined)}>
          <p>Select it and copy it into the pages of your shop, before the end of the body.</p>
          <div class="secret row box">
            <code>{shown}</code>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface ChatbotActionProps extends OneChatbotProps {
  onChange(): void;
}

/** A button that enables a chatbot, or disables it after it has said what that means. */
export function ChatbotSwitch({ store, chatbot, onChange }: ChatbotActionProps) {
  const params = { path: { store_id: store.id, chatbot_id: chatbot.id } };
  const set = (status: Schemas['Chatbot']['status']) => {
    const body = { ...fieldsOf(chatbot), version: chatbot.version, status };
    return call('updateChatbot', { ...params, body });
  };
  return (
    <StatusSwitch
      kind={chatbotKind}
      id={chatbot.id}
      status={chatbot.status}
      set={set}
      onChange={() => onChange()}
    >
      <p>Pages that have the snippet of “{chatbot.name}” show no chat bubble until you enable it again.</p>
    </StatusSwitch>
  );
}

/** A button that deletes a chatbot after it has said what breaks. */
export function DeleteChatbot({ store, chatbot, onChange }: ChatbotActionProps) {
  const { id, name, version, allowed_origins: origins } = chatbot;
  const params = { path: { store_id: store.id, chatbot_id: id }, query: { version } };
  const remove = () => call('deleteChatbot', params);
  return (
    <DeleteButton kind={chatbotKind} id={id} remove={remove} onDelete={onChange}>
      <p>
        Pages that have the snippet of “{name}” show no chat bubble from then on
        {origins.length > 0 && `, on ${origins.join(', ')}`}. Its agent and its conversations stay. This
        cannot be undone.
      </p>
    </DeleteButton>
  );
}
