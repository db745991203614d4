import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { announce } from './announcement.tsx';
import { CopySnippet, DeleteChatbotDialog } from './chatbot-actions.tsx';
import { ChatbotForm, type ChatbotFields, fieldsOf, requestOf } from './chatbot-form.tsx';
import { ChatbotPreview } from './chatbot-preview.tsx';
import { api, type Schemas, type Store, unwrap } from './client.ts';
import { Button, ErrorNote, Form, Loading } from './controls.tsx';
import { PageHeading } from './page-heading.tsx';
import { useAction } from './recent-sign-in.tsx';
import { SaveBar } from './save-bar.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useAgents } from './use-agents.ts';
import { useDraft } from './use-draft.ts';

type Chatbot = Schemas['Chatbot'];
type Agents = readonly Schemas['DashboardAgent'][];
const onePath = '/dashboard/api/stores/{store_id}/chatbots/{chatbot_id}';

function BackLink({ store }: { readonly store: Store }) {
  return (
    <Link class="back" href={`/stores/${store.id}/chatbots`}>
      <span aria-hidden="true">←</span> All chatbots
    </Link>
  );
}

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
  return (
    <>
      <BackLink store={store} />
      <PageHeading title="Chatbot" store={store} />
      {(chatbot.isPending || agents.isPending) && <Loading />}
      <ErrorNote
        error={chatbot.error ?? agents.error}
        retry={() => {
          void chatbot.refetch();
          void agents.refetch();
        }}
      />
    </>
  );
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
  const save = useAction(
    ({ version }: Pick<Chatbot, 'version'>) =>
      unwrap(api.PUT(onePath, { params, body: { ...requestOf(draft.fields), version } })),
    (changed) => {
      announce('Chatbot saved');
      draft.reset(changed);
      saved(changed);
    },
  );
  const readAgain = async (): Promise<Chatbot> => {
    const present = await unwrap(api.GET(onePath, { params }));
    saved(present);
    return present;
  };
  return (
    <>
      <BackLink store={store} />
      <PageHeading title={draft.base.name} store={store}>
        <Actions store={store} chatbot={draft.base} />
      </PageHeading>
      <UnsavedGuard isDirty={draft.isDirty} />
      <div class="editor wide">
        <Form onSubmit={() => save.mutate(draft.base)}>
          <ChatbotForm fields={draft.fields} agents={agents} onChange={draft.change} />
          <SaveBar draft={draft} save={save} readAgain={readAgain} />
        </Form>
        <ChatbotPreview storeId={store.id} chatbot={draft.base} fields={draft.fields} />
      </div>
    </>
  );
}

function Actions({ store, chatbot }: Omit<LoadedEditorProps, 'agents'>) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div class="buttons">
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
    <>
      <BackLink store={store} />
      <PageHeading title="Create chatbot" store={store} />
      {agents.isPending && <Loading />}
      <ErrorNote error={agents.error} retry={() => void agents.refetch()} />
      {agents.data && first === undefined && (
        <p class="empty">
          A chatbot needs an agent: <Link href={`/stores/${store.id}/agents/new`}>create one first</Link>.
        </p>
      )}
      {agents.data && first && (
        <NewChatbotForm store={store} agents={agents.data.agents} first={newFields(first.id)} />
      )}
    </>
  );
}

interface NewChatbotFormProps extends Omit<LoadedEditorProps, 'chatbot'> {
  readonly first: ChatbotFields;
}

function NewChatbotForm({ store, agents, first }: NewChatbotFormProps) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const [fields, setFields] = useState(first);
  const [isDirty, setDirty] = useState(false);
  const create = useAction(
    () => {
      const params = { path: { store_id: store.id } };
      return unwrap(
        api.POST('/dashboard/api/stores/{store_id}/chatbots', { params, body: requestOf(fields) }),
      );
    },
    (chatbot) => {
      announce('Chatbot created');
      for (const name of ['chatbots', 'agents'])
        void queries.invalidateQueries({ queryKey: [name, store.id] });
      navigate(`/stores/${store.id}/chatbots/${chatbot.id}`, { replace: true });
    },
  );
  return (
    <div class="editor wide">
      <UnsavedGuard isDirty={isDirty && !create.isSuccess} />
      <Form onSubmit={() => create.mutate(undefined)}>
        <ChatbotForm
          fields={fields}
          agents={agents}
          onChange={(part) => {
            setFields((before) => ({ ...before, ...part }));
            setDirty(true);
          }}
        />
        <ErrorNote error={create.error} />
        <div class="actions">
          <Button onClick={() => navigate(`/stores/${store.id}/chatbots`)}>Cancel</Button>
          <Button kind="primary" type="submit" busy={create.isPending}>
            Create chatbot
          </Button>
        </div>
      </Form>
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
        user_message_color: '#dcefe8',
        bot_message_color: '#f2f4f3',
      },
      bubble_style: 'rounded',
      position: 'bottom-right',
    },
    allowed_origins: [],
    image_hosts: [],
    link_hosts: [],
  };
}
