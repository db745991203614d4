import { Link, useLocation } from 'wouter-preact';
import { ChatbotSwitch, CopySnippet, DeleteChatbot } from './chatbot-actions.tsx';
import { ChatbotEditor, NewChatbot } from './chatbot-editor.tsx';
import { type Schemas, type ScreenProps, type Store } from './client.ts';
import { useRead } from './use-read.ts';
import { Button, ReadState } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { PageHeading } from './page-heading.tsx';
import { Time } from './time.tsx';
import { useAgents } from './use-agents.tsx';
import { useReload } from './use-read.ts';

type Chatbot = Schemas['Chatbot'];

/** The list of chatbots, or the editor of one. */
export function ChatbotsPage({ store, item }: ScreenProps) {
  if (item === 'new') return <NewChatbot store={store} />;
  if (item !== undefined) return <ChatbotEditor key={item} store={store} chatbotId={item} />;
  return <ChatbotList store={store} />;
}

function ChatbotList({ store }: { readonly store: Store }) {
  const [, navigate] = useLocation();
  const queryKey = ['chatbots', store.id];
  const list = useRead(queryKey, 'listChatbots', { path: { store_id: store.id } });
  const agents = useAgents(store);
  const hasAgents = (agents.data?.agents.length ?? 0) > 0;
  const chatbots = list.data?.chatbots ?? [];
  return (
    <>
      <PageHeading
        title="Chatbots"
        store={store}
        lead="A chatbot places an agent on your shop's pages: a bubble in the corner, with your colours and words."
      >
        {hasAgents && (
          <Button kind="primary" onClick={() => navigate(`/stores/${store.id}/chatbots/new`)}>
            Create chatbot
          </Button>
        )}
      </PageHeading>
      <ReadState reads={[list, agents]} />
      {list.data && agents.data && chatbots.length === 0 && (
        <p class="empty">
          No chatbots yet.{' '}
          {hasAgents ? (
            'Create one, choose its colours, and copy its snippet into your pages.'
          ) : (
            <>
              A chatbot needs an agent: <Link href={`/stores/${store.id}/agents/new`}>create one first</Link>.
            </>
          )}
        </p>
      )}
      {chatbots.length > 0 && (
        <ChatbotTable store={store} chatbots={chatbots} agents={agents.data?.agents ?? []} />
      )}
    </>
  );
}

interface ChatbotTableProps {
  readonly store: Store;
  readonly chatbots: readonly Chatbot[];
  readonly agents: readonly Schemas['DashboardAgent'][];
}

function ChatbotTable({ store, chatbots, agents }: ChatbotTableProps) {
  const [, navigate] = useLocation();
  const reload = useReload(store.id);
  const changed = (): void => void reload('chatbots', 'agents');
  const columns: readonly Column<Chatbot>[] = [
    {
      name: 'Name',
      cell: ({ id, name }) => <Link href={`/stores/${store.id}/chatbots/${id}`}>{name}</Link>,
    },
    { name: 'Agent', cell: ({ agent_id }) => <AgentName agent={agents.find(({ id }) => id === agent_id)} /> },
    { name: 'On pages of', cell: (chatbot) => <Origins chatbot={chatbot} /> },
    { name: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} /> },
  ];
  return (
    <DataTable
      label="Chatbots"
      columns={columns}
      rows={chatbots}
      keyOf={({ id }) => id}
      actions={(chatbot) => (
        <>
          <Button
            describedBy={chatbot.id}
            onClick={() => navigate(`/stores/${store.id}/chatbots/${chatbot.id}`)}
          >
            Edit
          </Button>
          <CopySnippet store={store} chatbot={chatbot} />
          <ChatbotSwitch store={store} chatbot={chatbot} onChange={changed} />
          <DeleteChatbot store={store} chatbot={chatbot} onChange={changed} />
        </>
      )}
    />
  );
}

function AgentName({ agent }: { readonly agent: Schemas['DashboardAgent'] | undefined }) {
  if (agent === undefined) return <span class="soft">Unknown</span>;
  return (
    <>
      {agent.name} {agent.status === 'disabled' && <span class="chip amber">Disabled</span>}
    </>
  );
}

function Origins({ chatbot: { allowed_origins: origins, status } }: { readonly chatbot: Chatbot }) {
  if (status === 'disabled') return <span class="chip amber">Disabled</span>;
  if (origins.length === 0) return <span class="chip amber">No page yet</span>;
  return <span class="wrap-anywhere">{origins.map((origin) => new URL(origin).host).join(', ')}</span>;
}
