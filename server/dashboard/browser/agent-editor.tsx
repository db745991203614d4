import { useQueryClient } from '@tanstack/preact-query';
import { useLocation } from 'wouter-preact';
import { AgentActions, agentKind as kind, AgentStatus } from './agent-actions.tsx';
import { AgentForm, type AgentFields, fieldsOf, requestOf } from './agent-form.tsx';
import { call, type Schemas, type Store } from './client.ts';
import { useRead } from './use-read.ts';
import { CreateForm, Editor, EditorFrame } from './editor-frame.tsx';
import { TestChat } from './test-chat.tsx';

type Agent = Schemas['DashboardAgent'];

function useAgentOptions(store: Store) {
  return useRead(['agent-options', store.id], 'getAgentOptions', { path: { store_id: store.id } });
}

/** The form of one agent, with a chat that tries it beside. */
export function AgentEditor({ store, agentId }: { readonly store: Store; readonly agentId: string }) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const params = { path: { store_id: store.id, agent_id: agentId } };
  const get = () => call('getDashboardAgent', params);
  const agent = useRead(['agents', store.id, agentId], 'getDashboardAgent', params);
  const options = useAgentOptions(store);
  if (!agent.data || !options.data) {
    return <EditorFrame store={store} kind={kind} title="Agent" reads={[agent, options]} />;
  }
  const deleted = (): void => {
    queries.removeQueries({ queryKey: ['agents', store.id] });
    navigate(`/stores/${store.id}/agents`);
  };
  const put = (fields: AgentFields, { version, status }: Agent) =>
    call('updateDashboardAgent', { ...params, body: { ...requestOf(fields), version, status } });
  const allOptions = options.data;
  return (
    <Editor
      store={store}
      kind={kind}
      row={agent.data}
      fieldsOf={fieldsOf}
      put={put}
      get={get}
      actions={({ base }, onRow) => (
        <>
          <AgentStatus status={base.status} />
          <div class="row">
            <AgentActions store={store} agent={base} onChange={onRow} onDelete={deleted} />
          </div>
        </>
      )}
      form={({ fields, change }) => <AgentForm fields={fields} options={allOptions} onChange={change} />}
      aside={({ fields, isDirty }) => (
        <TestChat storeId={store.id} agentId={agentId} config={fields.config} isUnsaved={isDirty} />
      )}
    />
  );
}

const firstPrompt = `You are the shopping assistant of this shop. Help people find products that fit what they need.
Recommend only products that your tools return, with their price. Say so when there is none.`;

/** The form of an agent that does not exist yet. */
export function NewAgent({ store }: { readonly store: Store }) {
  const options = useAgentOptions(store);
  const lead = 'You can try it as soon as it is created.';
  const params = { path: { store_id: store.id } };
  const post = (fields: AgentFields) => call('createDashboardAgent', { ...params, body: requestOf(fields) });
  const { data } = options;
  return (
    <EditorFrame store={store} kind={kind} title="Create agent" lead={lead} reads={[options]}>
      {data && (
        <CreateForm
          store={store}
          kind={kind}
          first={newFields(data)}
          post={post}
          form={(fields, change) => <AgentForm fields={fields} options={data} onChange={change} />}
        />
      )}
    </EditorFrame>
  );
}

function newFields({ models }: Schemas['AgentOptions']): AgentFields {
  const [model] = models;
  return {
    name: '',
    type: 'shopping_assistant',
    description: '',
    config: {
      model_provider: model?.model_provider ?? 'provider_one',
      model_id: model?.model_id ?? '',
      system_prompt: firstPrompt,
      temperature: 0.7,
      max_tokens: 4096,
      mcp_capabilities: [
        { type: 'product_catalog', enabled: true },
        { type: 'shop_knowledge', enabled: true },
      ],
    },
  };
}
