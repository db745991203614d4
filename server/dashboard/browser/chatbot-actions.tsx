import { useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { fieldsOf } from './chatbot-form.tsx';
import { api, type Schemas, type Store, unwrap } from './client.ts';
import { ActionDialog, Button, copyText, Dialog, ErrorNote } from './controls.tsx';
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
          <div class="secret row box">
            <code>{shown}</code>
          </div>
          <div class="actions row">
            <Button onClick={() => setShown(undefined)}>Done</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface ChangeChatbotProps extends OneChatbotProps {
  onChange(): void;
}

interface ChatbotDialogProps extends ChangeChatbotProps {
  onClose(): void;
}

/** A mutation that enables or disables a chatbot, and changes nothing else. */
function useSetStatus(
  status: Schemas['Chatbot']['status'],
  { store, chatbot, onChange }: ChangeChatbotProps,
) {
  return useAction(
    () => {
      const params = { path: { store_id: store.id, chatbot_id: chatbot.id } };
      const body = { ...fieldsOf(chatbot), version: chatbot.version, status };
      return unwrap(api.PUT('/dashboard/api/stores/{store_id}/chatbots/{chatbot_id}', { params, body }));
    },
    () => {
      announce(status === 'active' ? 'Chatbot enabled' : 'Chatbot disabled');
      onChange();
    },
  );
}

/** A button that enables a chatbot, or disables it after it has said what that means. */
export function ChatbotSwitch(props: ChangeChatbotProps) {
  const { chatbot } = props;
  const [isAsking, setAsking] = useState(false);
  const enable = useSetStatus('active', props);
  if (chatbot.status === 'disabled') {
    return (
      <>
        <Button describedBy={chatbot.id} busy={enable.isPending} onClick={() => enable.mutate(undefined)}>
          Enable
        </Button>
        <ErrorNote error={enable.error} />
      </>
    );
  }
  const close = (): void => setAsking(false);
  return (
    <>
      <Button describedBy={chatbot.id} onClick={() => setAsking(true)}>
        Disable
      </Button>
      {isAsking && <DisableChatbotDialog {...props} onClose={close} />}
    </>
  );
}

function DisableChatbotDialog({ onClose, ...props }: ChatbotDialogProps) {
  const changed = (): void => {
    onClose();
    props.onChange();
  };
  const disable = useSetStatus('disabled', { ...props, onChange: changed });
  return (
    <ActionDialog kind="danger" title="Disable chatbot" action="Disable" mutation={disable} onClose={onClose}>
      <p>
        Pages that have the snippet of “{props.chatbot.name}” show no chat bubble until you enable it again.
      </p>
    </ActionDialog>
  );
}

/** Says what breaks before a chatbot is deleted. */
export function DeleteChatbotDialog({ store, chatbot, onChange, onClose }: ChatbotDialogProps) {
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
    <ActionDialog kind="danger" title="Delete chatbot" action="Delete" mutation={remove} onClose={onClose}>
      <p>
        Pages that have the snippet of “{chatbot.name}” show no chat bubble from then on
        {origins.length > 0 && `, on ${origins.join(', ')}`}. Its agent and its conversations stay. This
        cannot be undone.
      </p>
    </ActionDialog>
  );
}
