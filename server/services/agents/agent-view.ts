import type { components } from '../../../generated/api.d.ts';
import type { AgentRecord } from '../../db/records.ts';

export type Agent = components['schemas']['Agent'];

/** An agent as the API answers it (source 2.1): what was not sent is absent, not null (decision 0027). */
export function agentView(record: AgentRecord): Agent {
  const { mcp_capabilities: capabilities, ...config } = record.config;
  return {
    id: record.id,
    name: record.name,
    type: record.type,
    ...(record.description === null ? {} : { description: record.description }),
    config: capabilities === undefined ? config : { ...config, mcp_capabilities: [...capabilities] },
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}
