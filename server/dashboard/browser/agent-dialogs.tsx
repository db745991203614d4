import { Link } from 'wouter-preact';
import { announce } from './announcement.tsx';
import { api, type Schemas, type Store, unwrap } from './client.ts';
import { ActionDialog, Button, Dialog } from './controls.tsx';
import { useAction } from './recent-sign-in.tsx';

type Agent = Schemas['DashboardAgent'];

export function AgentStatus({ status }: Pick<Agent, 'status'>) {
  return status === 'active' ? (
    <span class="chip green">Active</span>
  ) : (
    <span class="chip amber">Disabled</span>
  );
}

interface AgentDialogProps {
  readonly store: Store;
  readonly agent: Agent;
  onChange(changed?: Agent): void;
  onClose(): void;
}

/** A mutation that enables or disables an agent, and changes nothing else. */
export function useSetStatus(store: Store, onChange: (changed: Agent) => void) {
  return useAction(
    ({ agent, status }: { readonly agent: Agent; readonly status: Agent['status'] }) => {
      const { id, version, name, type, description, config } = agent;
      const body = { version, name, type, config, status, ...(description !== null && { description }) };
      const params = { path: { store_id: store.id, agent_id: id } };
      return unwrap(api.PUT('/dashboard/api/stores/{store_id}/agents/{agent_id}', { params, body }));
    },
    (changed) => {
      announce(changed.status === 'active' ? 'Agent enabled' : 'Agent disabled');
      onChange(changed);
    },
  );
}

/** Says what stops working before an agent is disabled. */
export function DisableAgentDialog({ store, agent, onChange, onClose }: AgentDialogProps) {
  const disable = useSetStatus(store, (changed) => {
    onClose();
    onChange(changed);
  });
  const mutation = { ...disable, mutate: () => disable.mutate({ agent, status: 'disabled' }) };
  return (
    <ActionDialog kind="danger" title="Disable agent" action="Disable" mutation={mutation} onClose={onClose}>
      <p>“{agent.name}” rejects every message until you enable it again. You can still try it on its page.</p>
      <Users store={store} agent={agent} text="Shoppers get no reply from these chatbots:" />
    </ActionDialog>
  );
}

/** Says what breaks before an agent is deleted, and which chatbots must change first. */
export function DeleteAgentDialog({ store, agent, onChange, onClose }: AgentDialogProps) {
  const { chatbots, conversations } = agent.used_by;
  const params = { path: { store_id: store.id, agent_id: agent.id }, query: { version: agent.version } };
  const remove = useAction(
    () => unwrap(api.DELETE('/dashboard/api/stores/{store_id}/agents/{agent_id}', { params })),
    () => {
      announce('Agent deleted');
      onClose();
      onChange();
    },
  );
  if (chatbots.length > 0) {
    return (
      <Dialog title="Delete agent" onClose={onClose}>
        <p>“{agent.name}” is in use. Give these chatbots another agent, or delete them first:</p>
        <Users store={store} agent={agent} />
        <div class="actions row">
          <Button onClick={onClose}>Close</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <ActionDialog kind="danger" title="Delete agent" action="Delete" mutation={remove} onClose={onClose}>
      <p>
        Programs that use “{agent.name}” get the error 404 from then on. Its{' '}
        {conversations === 1 ? 'conversation stays' : `${conversations} conversations stay`} readable. This
        cannot be undone.
      </p>
    </ActionDialog>
  );
}

function Users({
  store,
  agent,
  text,
}: Pick<AgentDialogProps, 'store' | 'agent'> & { readonly text?: string }) {
  const { chatbots } = agent.used_by;
  if (chatbots.length === 0) return null;
  return (
    <>
      {text !== undefined && <p>{text}</p>}
      <ul>
        {chatbots.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/stores/${store.id}/chatbots/${id}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
