import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { CopySnippet, DeleteChatbotDialog } from './chatbot-actions.tsx';
import { ChatbotForm, type ChatbotFields, fieldsOf, requestOf } from './chatbot-form.tsx';
import { ChatbotPreview } from './chatbot-preview.tsx';
import { api, type Schemas, type Store, unwrap } from './client.ts';
import { Button, Form } from './controls.tsx';
import { CreateForm, EditorFrame, useSaving } from './editor-frame.tsx';
import { SaveBar } from './save-bar.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useAgents } from './use-agents.tsx';
import { useDraft } from './use-draft.ts';

type Chatbot = Schemas['Chatbot'];
type Agents = readonly Schemas['DashboardAgent'][];
const onePath = '/dashboard/api/stores/{store_id}/chatbots/{chatbot_id}';

const kind = { list: 'chatbots', noun: 'chatbot' } as const;

/** The form of one chatbot, with its preview beside. */
export function ChatbotEditor({ store, chatbotId }: { readonly store: Store; readonly chatbotId: string }) {
  const params = { path: { store_id: store.id, chatbot_id: chatbotId } };
  const chatbot = useQuery({
    queryKey: ['chatbots', store.id, chatbotId],
    queryFn: () => unwrap(api.GET(onePath, { params })),
  });
  const agents = useAgents(store);
  if (chatbot.data && agents.data) {
    return <LoadedEditor store={store} chatbot={chatbot.data} agents={agents.data.agents} />;
  }
  return <EditorFrame store={store} kind={kind} title="Chatbot" reads={[chatbot, agents]} />;
}

interface LoadedEditorProps {
  readonly store: Store;
  readonly chatbot: Chatbot;
  readonly agents: Agents;
}

function LoadedEditor({ store, chatbot, agents }: LoadedEditorProps) {
  const queries = useQueryClient();
  const draft = useDraft(chatbot, fieldsOf);
  const params = { path: { store_id: store.id, chatbot_id: chatbot.id } };
  const saved = (changed: Chatbot): void => {
    queries.setQueryData(['chatbots', store.id, chatbot.id], changed);
    void queries.invalidateQueries({ queryKey: ['chatbots', store.id], exact: true });
    void queries.invalidateQueries({ queryKey: ['agents', store.id] });
  };
  const saving = useSaving(draft, {
    kind,
    put: ({ version }) => unwrap(api.PUT(onePath, { params, body: { ...requestOf(draft.fields), version } })),
    get: () => unwrap(api.GET(onePath, { params })),
    onRow: saved,
  });
  const actions = <Actions store={store} chatbot={draft.base} />;
  return (
    <EditorFrame store={store} kind={kind} title={draft.base.name} actions={actions}>
      <UnsavedGuard isDirty={draft.isDirty} />
      <div class="editor wide">
        <Form onSubmit={() => saving.save.mutate(draft.base)}>
          <ChatbotForm fields={draft.fields} agents={agents} onChange={draft.change} />
          <SaveBar {...saving} />
        </Form>
        <ChatbotPreview storeId={store.id} chatbot={draft.base} fields={draft.fields} />
      </div>
    </EditorFrame>
  );
}

function Actions({ store, chatbot }: Omit<LoadedEditorProps, 'agents'>) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div class="row">
      <CopySnippet store={store} chatbot={chatbot} />
      <Button kind="danger" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      {isDeleting && (
        <DeleteChatbotDialog
          store={store}
          chatbot={chatbot}
          onClose={() => setDeleting(false)}
          onChange={() => {
            for (const name of ['chatbots', 'agents']) queries.removeQueries({ queryKey: [name, store.id] });
            navigate(`/stores/${store.id}/chatbots`);
          }}
        />
      )}
    </div>
  );
}

/** The form of a chatbot that does not exist yet. */
export function NewChatbot({ store }: { readonly store: Store }) {
  const agents = useAgents(store);
  const [first] = agents.data?.agents ?? [];
  return (
    <EditorFrame store={store} kind={kind} title="Create chatbot" reads={[agents]}>
      {agents.data && first === undefined && (
        <p class="empty">
          A chatbot needs an agent: <Link href={`/stores/${store.id}/agents/new`}>create one first</Link>.
        </p>
      )}
      {agents.data && first && (
        <NewChatbotForm store={store} agents={agents.data.agents} first={newFields(first.id)} />
      )}
    </EditorFrame>
  );
}

interface NewChatbotFormProps extends Omit<LoadedEditorProps, 'chatbot'> {
  readonly first: ChatbotFields;
}

function NewChatbotForm({ store, agents, first }: NewChatbotFormProps) {
  const [fields, setFields] = useState(first);
  const [isDirty, setDirty] = useState(false);
  const change = (part: Partial<ChatbotFields>): void => {
    setFields((before) => ({ ...before, ...part }));
    setDirty(true);
  };
  const post = () => {
    const params = { path: { store_id: store.id } };
    return unwrap(api.POST('/dashboard/api/stores/{store_id}/chatbots', { params, body: requestOf(fields) }));
  };
  return (
    <div class="editor wide">
      <CreateForm store={store} kind={kind} isDirty={isDirty} post={post}>
        <ChatbotForm fields={fields} agents={agents} onChange={change} />
      </CreateForm>
      <ChatbotPreview storeId={store.id} chatbot={undefined} fields={fields} />
    </div>
  );
}

function newFields(agentId: string): ChatbotFields {
  return {
    name: '',
    agent_id: agentId,
    config: {
      title: 'Shopping assistant',
      welcome_message: 'Hello! What are you looking for today?',
      suggested_prompts: ['What is new?', 'Help me find a gift'],
      theme: {
        primary_color: '#1f5f4f',
        background_color: '#ffffff',
        text_color: '#1c2421',
        user_message_color: '#1f5f4f',
        bot_message_color: '#f2f4f3',
      },
      bubble_style: 'rounded',
      position: 'bottom-right',
    },
    allowed_origins: [],
    image_hosts: [],
    link_hosts: [],
    status: 'active',
    note: null,
  };
}
