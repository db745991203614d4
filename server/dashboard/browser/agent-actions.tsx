import { Link } from 'wouter-preact';
import { call, type Schemas, type Store } from './client.ts';
import type { EditorKind } from './editor-frame.tsx';
import { DeleteButton, StatusSwitch } from './item-actions.tsx';

type Agent = Schemas['DashboardAgent'];

export const agentKind: EditorKind = {
  list: 'agents',
  noun: 'agent',
  layout: 'editor',
  trial: ['test-chat', 'Test chat'],
};

export function AgentStatus({ status }: Pick<Agent, 'status'>) {
  return status === 'active' ? (
    <span class="chip green">Active</span>
  ) : (
    <span class="chip amber">Disabled</span>
  );
}

interface AgentActionsProps {
  readonly store: Store;
  readonly agent: Agent;
  onChange(changed: Agent): void;
  onDelete(): void;
}

/** The buttons that enable, disable and delete an agent, and say first what stops working and which chatbots use it. */
export function AgentActions({ store, agent, onChange, onDelete }: AgentActionsProps) {
  const { id, version, name, type, description, config, used_by: used } = agent;
  const path = { store_id: store.id, agent_id: id };
  const shared = { kind: agentKind, id };
  const set = (status: Agent['status']) => {
    const body = { version, name, type, config, status, ...(description !== null && { description }) };
    return call('updateDashboardAgent', { path, body });
  };
  const remove = () => call('deleteDashboardAgent', { path, query: { version } });
  const isUsed = used.chatbots.length > 0;
  const users = isUsed && (
    <ul>
      {used.chatbots.map((chatbot) => (
        <li key={chatbot.id}>
          <Link href={`/stores/${store.id}/chatbots/${chatbot.id}`}>{chatbot.name}</Link>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <StatusSwitch {...shared} status={agent.status} set={set} onChange={onChange}>
        <p>“{name}” rejects every message until you enable it again. You can still try it on its page.</p>
        {isUsed && <p>Shoppers get no reply from these chatbots:</p>}
        {users}
      </StatusSwitch>
      <DeleteButton {...shared} remove={remove} onDelete={onDelete} isUsed={isUsed}>
        {isUsed ? (
          <p>“{name}” is in use. Give these chatbots another agent, or delete them first:</p>
        ) : (
          <p>
            Programs that use “{name}” get the error 404 from then on. Its{' '}
            {used.conversations === 1 ? 'conversation stays' : `${used.conversations} conversations stay`}{' '}
            readable. This cannot be undone.
          </p>
        )}
        {users}
      </DeleteButton>
    </>
  );
}
