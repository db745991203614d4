import { useQueryClient } from '@tanstack/preact-query';
import { Link, useLocation } from 'wouter-preact';
import { chatbotKind as kind, CopySnippet, DeleteChatbot } from './chatbot-actions.tsx';
import { ChatbotForm, type ChatbotFields, fieldsOf, requestOf } from './chatbot-form.tsx';
import { ChatbotPreview } from './chatbot-preview.tsx';
import { call, type Schemas, type Store } from './client.ts';
import { CreateForm, Editor, EditorFrame } from './editor-frame.tsx';
import { useLiveShop } from './live-shop.tsx';
import { useAgents } from './use-agents.tsx';
import { useRead } from './use-read.ts';

/** The form of one chatbot, with its preview beside. */
export function ChatbotEditor({ store, chatbotId }: { readonly store: Store; readonly chatbotId: string }) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const params = { path: { store_id: store.id, chatbot_id: chatbotId } };
  const get = () => call('getChatbot', params);
  const chatbot = useRead(['chatbots', store.id, chatbotId], 'getChatbot', params);
  const agents = useAgents(store);
  if (!chatbot.data || !agents.data) {
    return <EditorFrame store={store} kind={kind} title="Chatbot" reads={[chatbot, agents]} />;
  }
  const deleted = (): void => {
    for (const name of ['chatbots', 'agents']) queries.removeQueries({ queryKey: [name, store.id] });
    navigate(`/stores/${store.id}/chatbots`);
  };
  const put = (fields: ChatbotFields, { version }: Schemas['Chatbot']) =>
    call('updateChatbot', { ...params, body: { ...requestOf(fields), version } });
  const list = agents.data.agents;
  return (
    <Editor
      store={store}
      kind={kind}
      row={chatbot.data}
      fieldsOf={fieldsOf}
      put={put}
      get={get}
      actions={({ base }) => (
        <div class="row">
          <CopySnippet store={store} chatbot={base} />
          <DeleteChatbot store={store} chatbot={base} onChange={deleted} />
        </div>
      )}
      form={({ fields, change }) => <ChatbotForm fields={fields} agents={list} onChange={change} />}
      aside={({ base, fields }) => <ChatbotPreview storeId={store.id} chatbot={base} fields={fields} />}
    />
  );
}

/** The form of a chatbot that does not exist yet. */
export function NewChatbot({ store }: { readonly store: Store }) {
  const agents = useAgents(store);
  const liveShop = useLiveShop(store.id);
  const list = agents.data?.agents ?? [];
  const [first] = list;
  const hosts = liveShop.data?.shop?.image_hosts.map(({ host }) => host) ?? [];
  const params = { path: { store_id: store.id } };
  const post = (fields: ChatbotFields) => call('createChatbot', { ...params, body: requestOf(fields) });
  return (
    <EditorFrame store={store} kind={kind} title="Create chatbot" reads={[agents]}>
      {agents.data && first === undefined && (
        <p class="empty">
          A chatbot needs an agent: <Link href={`/stores/${store.id}/agents/new`}>create one first</Link>.
        </p>
      )}
      {first && !liveShop.isPending && (
        <CreateForm
          store={store}
          kind={kind}
          first={newFields(first.id, hosts)}
          post={post}
          form={(fields, change) => <ChatbotForm fields={fields} agents={list} onChange={change} />}
          aside={(fields) => <ChatbotPreview storeId={store.id} chatbot={undefined} fields={fields} />}
        />
      )}
    </EditorFrame>
  );
}

/** Its owner sees whose pictures it would show. */
function newFields(agentId: string, imageHosts: string[]): ChatbotFields {
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
    image_hosts: imageHosts,
    link_hosts: [],
    status: 'active',
    note: null,
  };
}
