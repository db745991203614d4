// Generated from spec/. Do not edit; change spec/ and run: npm run generate
/** Every operation of the contract by its operationId. */
export const operations = {
  listAgents: {
    method: 'get',
    path: '/api/agents',
    summary: 'List the agents of the store',
    successStatus: 200,
    statuses: [200, 400, 401, 403, 429, 431, 500, 503],
    requirements: ['R-2.1-01', 'R-3-01', 'R-4.2-01', 'R-4.2-02', 'R-4.2-03', 'R-4.2-04', 'R-4.2-05', 'R-7-12'],
    query: [],
    requestBody: false,
    requestSchema: null,
    successSchemas: {
      'application/json': 'AgentList',
    },
  },
  createAgent: {
    method: 'post',
    path: '/api/agents',
    summary: 'Create an agent',
    successStatus: 201,
    statuses: [201, 400, 401, 403, 409, 413, 415, 422, 429, 431, 500, 503],
    requirements: ['R-2.1-01', 'R-2.1-02', 'R-2.1-03', 'R-2.1-04', 'R-2.1-05', 'R-2.1-06', 'R-2.1-07', 'R-2.1-08', 'R-2.1-09', 'R-2.1-10', 'R-2.1-11', 'R-2.1-12', 'R-2.1-13', 'R-2.1-14', 'R-2.1-15', 'R-2.2-01', 'R-2.2-02', 'R-2.2-03', 'R-2.2-04', 'R-2.2-05', 'R-2.2-06', 'R-2.2-07', 'R-2.2-08', 'R-2.2-09', 'R-2.2-10', 'R-2.2-11', 'R-2.2-12', 'R-2.2-13', 'R-2.2-14', 'R-2.2-15', 'R-2.2-16', 'R-4.3-01', 'R-4.3-02', 'R-4.3-03', 'R-4.3-04', 'R-4.3-05', 'R-4.3-06', 'R-4.3-07', 'R-4.3-08', 'R-4.3-09', 'R-7-06', 'R-7-07', 'R-7-08', 'R-8-05'],
    query: [],
    requestBody: true,
    requestSchema: 'AgentCreate',
    successSchemas: {
      'application/json': 'Agent',
    },
  },
  streamAgentChat: {
    method: 'post',
    path: '/api/agents/chat/stream',
    summary: 'Send a message to an agent and stream the reply',
    successStatus: 200,
    statuses: [200, 400, 401, 403, 404, 409, 413, 415, 422, 429, 431, 500, 502, 503, 504],
    requirements: ['R-1-02', 'R-1-08', 'R-2.4-01', 'R-2.4-02', 'R-4.1-01', 'R-4.1-02', 'R-4.1-03', 'R-4.1-04', 'R-4.1-05', 'R-4.1-06', 'R-4.1-07', 'R-4.1-08', 'R-4.1-09', 'R-4.1-10', 'R-4.1-11', 'R-4.1-12', 'R-4.1-13', 'R-4.1-14', 'R-4.1-15', 'R-2.2-12', 'R-2.2-16', 'R-7-01', 'R-7-02', 'R-7-03', 'R-7-04', 'R-7-05'],
    query: [],
    requestBody: true,
    requestSchema: 'ChatRequest',
    successSchemas: {
      'text/event-stream': 'ChatEvent',
      'application/json': 'ChatReply',
    },
  },
  getWidgetConfig: {
    method: 'get',
    path: '/api/widget/config',
    summary: 'Read the configuration of a chatbot widget',
    successStatus: 200,
    statuses: [200, 400, 401, 403, 404, 429, 431, 500, 503],
    requirements: ['R-1-03', 'R-2.3-01', 'R-2.3-02', 'R-2.3-03', 'R-2.3-04', 'R-2.3-05', 'R-2.3-06', 'R-2.3-07', 'R-2.3-08', 'R-2.3-09', 'R-2.3-10', 'R-2.3-11', 'R-2.3-12', 'R-4.4-01', 'R-4.4-02', 'R-7-09', 'R-7-10', 'R-7-11'],
    query: ['chatbot_id'],
    requestBody: false,
    requestSchema: null,
    successSchemas: {
      'application/json': 'WidgetConfig',
    },
  },
} as const;

/** A total map over this union does not compile until each operation is served. */
export type OperationId = keyof typeof operations;
