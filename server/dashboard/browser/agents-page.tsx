import { Link, useLocation } from 'wouter-preact';
import { AgentEditor, NewAgent } from './agent-editor.tsx';
import { AgentActions, AgentStatus } from './agent-actions.tsx';
import type { Schemas, ScreenProps, Store } from './client.ts';
import { Button, ReadState } from './controls.tsx';
import { conversationsHref } from './conversation-query.ts';
import { type Column, DataTable } from './data-table.tsx';
import { formatCount } from './figure-formats.ts';
import { PageHeading } from './page-heading.tsx';
import { Time } from './time.tsx';
import { useAgents } from './use-agents.tsx';
import { useReload } from './use-read.ts';

type Agent = Schemas['DashboardAgent'];

/** The list of agents, or the editor of one. */
export function AgentsPage({ store, item }: ScreenProps) {
  if (item === 'new') return <NewAgent store={store} />;
  if (item !== undefined) return <AgentEditor key={item} store={store} agentId={item} />;
  return <AgentList store={store} />;
}

function AgentList({ store }: { readonly store: Store }) {
  const [, navigate] = useLocation();
  const list = useAgents(store);
  const agents = list.data?.agents ?? [];
  const limit = list.data?.agent_limit ?? null;
  const isFull = limit !== null && agents.length >= limit;
  return (
    <>
      <PageHeading
        title="Agents"
        store={store}
        lead="An agent replies to shoppers: with a model, by your instructions, and with the tools that you give it."
      >
        {!isFull && (
          <Button kind="primary" onClick={() => navigate(`/stores/${store.id}/agents/new`)}>
            Create agent
          </Button>
        )}
      </PageHeading>
      {isFull && (
        <div class="note">
          <p>
            Your plan allows {limit} {limit === 1 ? 'agent' : 'agents'}. Delete one before you create another.
          </p>
        </div>
      )}
      <ReadState reads={[list]} />
      {list.data && agents.length === 0 && (
        <p class="empty">No agents yet. Create one, try it, then place it in a chatbot.</p>
      )}
      {agents.length > 0 && <AgentTable store={store} agents={agents} />}
    </>
  );
}

interface AgentTableProps {
  readonly store: Store;
  readonly agents: readonly Agent[];
}

function AgentTable({ store, agents }: AgentTableProps) {
  const [, navigate] = useLocation();
  const reload = useReload(store.id);
  const changed = (): void => void reload('agents');
  return (
    <DataTable
      label="Agents"
      columns={columnsFor(store)}
      rows={agents}
      keyOf={({ id }) => id}
      actions={(agent) => (
        <>
          <Button describedBy={agent.id} onClick={() => navigate(`/stores/${store.id}/agents/${agent.id}`)}>
            Edit
          </Button>
          <AgentActions store={store} agent={agent} onChange={changed} onDelete={changed} />
        </>
      )}
    />
  );
}

function columnsFor(store: Store): readonly Column<Agent>[] {
  return [
    {
      name: 'Name',
      cell: ({ id, name, description }) => (
        <>
          <Link href={`/stores/${store.id}/agents/${id}`}>{name}</Link>
          {description !== null && <span class="subject">{description}</span>}
        </>
      ),
    },
    { name: 'Status', cell: ({ status }) => <AgentStatus status={status} /> },
    { name: 'Model', cell: ({ config }) => config.model_id },
    { name: 'Chatbots', isNumber: true, cell: ({ used_by }) => used_by.chatbots.length },
    {
      name: 'Conversations',
      isNumber: true,
      cell: ({ id, used_by }) => (
        <Link href={conversationsHref(store.id, { agent_id: id })}>{formatCount(used_by.conversations)}</Link>
      ),
    },
    { name: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} /> },
  ];
}
