import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { AgentStatus, DeleteAgentDialog, DisableAgentDialog, useSetStatus } from './agent-dialogs.tsx';
import { AgentForm, type AgentFields, fieldsOf, requestOf } from './agent-form.tsx';
import { api, type Schemas, type Store, unwrap } from './client.ts';
import { Button, ErrorNote, Form } from './controls.tsx';
import { CreateForm, EditorFrame, useSaving } from './editor-frame.tsx';
import { SaveBar } from './save-bar.tsx';
import { TestChat } from './test-chat.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useDraft } from './use-draft.ts';

type Agent = Schemas['DashboardAgent'];
const onePath = '/dashboard/api/stores/{store_id}/agents/{agent_id}';

function useAgentOptions(store: Store) {
  return useQuery({
    queryKey: ['agent-options', store.id],
    queryFn: () =>
      unwrap(
        api.GET('/dashboard/api/stores/{store_id}/agent-options', {
          params: { path: { store_id: store.id } },
        }),
      ),
  });
}

const kind = { list: 'agents', noun: 'agent' } as const;

/** The form of one agent, with a chat that tries it beside. */
export function AgentEditor({ store, agentId }: { readonly store: Store; readonly agentId: string }) {
  const params = { path: { store_id: store.id, agent_id: agentId } };
  const agent = useQuery({
    queryKey: ['agents', store.id, agentId],
    queryFn: () => unwrap(api.GET(onePath, { params })),
  });
  const options = useAgentOptions(store);
  if (agent.data && options.data) {
    return <LoadedEditor store={store} agent={agent.data} options={options.data} />;
  }
  return <EditorFrame store={store} kind={kind} title="Agent" reads={[agent, options]} />;
}

interface LoadedEditorProps {
  readonly store: Store;
  readonly agent: Agent;
  readonly options: Schemas['AgentOptions'];
}

function LoadedEditor({ store, agent, options }: LoadedEditorProps) {
  const queries = useQueryClient();
  const draft = useDraft(agent, fieldsOf);
  const params = { path: { store_id: store.id, agent_id: agent.id } };
  const saved = (changed: Agent): void => {
    queries.setQueryData(['agents', store.id, agent.id], changed);
    void queries.invalidateQueries({ queryKey: ['agents', store.id], exact: true });
  };
  const saving = useSaving(draft, {
    kind,
    put: ({ version, status }) => {
      const body = { ...requestOf(draft.fields), version, status };
      return unwrap(api.PUT(onePath, { params, body }));
    },
    get: () => unwrap(api.GET(onePath, { params })),
    onRow: saved,
  });
  const changed = (present: Agent): void => {
    draft.rebase(present);
    saved(present);
  };
  const actions = (
    <>
      <AgentStatus status={draft.base.status} />
      <Actions store={store} agent={draft.base} onChange={changed} />
    </>
  );
  return (
    <EditorFrame store={store} kind={kind} title={draft.base.name} actions={actions}>
      <UnsavedGuard isDirty={draft.isDirty} />
      <div class="editor">
        <Form onSubmit={() => saving.save.mutate(draft.base)}>
          <AgentForm fields={draft.fields} options={options} onChange={draft.change} />
          <SaveBar {...saving} />
        </Form>
        <TestChat
          storeId={store.id}
          agentId={agent.id}
          config={draft.fields.config}
          isUnsaved={draft.isDirty}
        />
      </div>
    </EditorFrame>
  );
}

interface ActionsProps {
  readonly store: Store;
  readonly agent: Agent;
  onChange(changed: Agent): void;
}

function Actions({ store, agent, onChange }: ActionsProps) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'disable' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const enable = useSetStatus(store, onChange);
  const deleted = (): void => {
    queries.removeQueries({ queryKey: ['agents', store.id] });
    navigate(`/stores/${store.id}/agents`);
  };
  return (
    <div class="row">
      {agent.status === 'active' ? (
        <Button onClick={() => setOpen('disable')}>Disable</Button>
      ) : (
        <Button busy={enable.isPending} onClick={() => enable.mutate({ agent, status: 'active' })}>
          Enable
        </Button>
      )}
      <Button kind="danger" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      <ErrorNote error={enable.error} />
      {open === 'disable' && (
        <DisableAgentDialog
          store={store}
          agent={agent}
          onClose={close}
          onChange={(changed) => changed && onChange(changed)}
        />
      )}
      {open === 'delete' && (
        <DeleteAgentDialog store={store} agent={agent} onClose={close} onChange={deleted} />
      )}
    </div>
  );
}

const firstPrompt = `You are the shopping assistant of this shop. Help people find products that fit what they need.
Recommend only products that your tools return, with their price. Say so when there is none.`;

/** The form of an agent that does not exist yet. */
export function NewAgent({ store }: { readonly store: Store }) {
  const options = useAgentOptions(store);
  const lead = 'You can try it as soon as it is created.';
  return (
    <EditorFrame store={store} kind={kind} title="Create agent" lead={lead} reads={[options]}>
      {options.data && <NewAgentForm store={store} options={options.data} />}
    </EditorFrame>
  );
}

function NewAgentForm({ store, options }: Omit<LoadedEditorProps, 'agent'>) {
  const [first] = useState(() => newFields(options));
  const [fields, setFields] = useState(first);
  const post = () => {
    const params = { path: { store_id: store.id } };
    return unwrap(api.POST('/dashboard/api/stores/{store_id}/agents', { params, body: requestOf(fields) }));
  };
  return (
    <div class="editor single">
      <CreateForm store={store} kind={kind} isDirty={fields !== first} post={post}>
        <AgentForm
          fields={fields}
          options={options}
          onChange={(part) => setFields((before) => ({ ...before, ...part }))}
        />
      </CreateForm>
    </div>
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
