import { describe, expect, it } from 'vitest';
import type { RequirementId } from '../../generated/requirements.ts';
import type { CheckResult, Failure } from '../runner/run-check.ts';
import { rootCauses } from './root-causes.ts';

function failed(id: string, ...failures: readonly Failure[]): CheckResult {
  return {
    id,
    title: id,
    level: 'stated',
    profile: 'core',
    requirements: [],
    outcome: 'fail',
    completed: true,
    failures,
    untested: [],
    notShown: [],
    observations: [],
    warnings: [],
    spent: { requests: 1, messages: 0, agents: 0 },
    durationMs: 1,
  };
}

interface Shape {
  readonly operation?: string;
  readonly expected: string;
  readonly actual: string;
  readonly status?: number;
  readonly body?: unknown;
}

function failure(requirement: RequirementId, shape: Shape): Failure {
  const { operation = 'POST /api/agents', expected, actual, status = 201, body = {} } = shape;
  const response = {
    status,
    contentType: 'application/json',
    body: JSON.stringify(body),
    ending: 'complete' as const,
  };
  const curl = `curl ${operation}`;
  return { requirement, slug: 'a', expected, actual, operation, response, curl, replay: 'a/b@1' };
}

const agent = { id: 'a', name: 'b' };

describe('rootCauses', () => {
  it('makes one entry of every operation that responds with 500', () => {
    const down = (operation: string) => ({
      operation,
      expected: 'status 200',
      actual: 'status 500',
      status: 500,
    });
    const causes = rootCauses([
      failed('agents/list', failure('R-4.2-06', down('GET /api/agents'))),
      failed('agents/create', failure('R-4.3-10', down('POST /api/agents'))),
      failed('chat-stream/reply', failure('R-4.1-16', down('POST /api/agents/chat/stream'))),
    ]);
    expect(causes).toMatchObject([{ title: 'Everything responds with 500', count: 3 }]);
    expect(causes[0]?.clauses).toEqual(expect.arrayContaining(['R-4.1-16', 'R-4.2-06']));
  });

  it('names the wrapper of a created agent, and the clause of the response before those of its fields', () => {
    const shape = { expected: 'id is a string', actual: 'id is missing', body: { agent } };
    const whole = { ...shape, expected: 'the created agent', actual: 'id, name, type missing' };
    const [cause] = rootCauses([
      failed('agents/create', failure('R-2.1-01', shape), failure('R-4.3-02', whole)),
    ]);
    expect(cause?.title).toBe('Every created agent comes wrapped in `agent`');
    expect(cause?.failure.requirement).toBe('R-4.3-02');
  });

  it('keeps two fields of one response apart', () => {
    const name = { expected: 'name as it was sent', actual: 'sent "a ", got "a"' };
    const temperature = { expected: 'config.temperature as it was sent', actual: 'sent 0.5, got 1' };
    const causes = rootCauses([
      failed('agents/create', failure('R-2.1-04', name), failure('R-2.2-19', temperature)),
    ]);
    expect(causes.map(({ clauses }) => clauses)).toEqual([['R-2.1-04'], ['R-2.2-19']]);
  });

  it('calls a list that lacks what a field of a create lacks its consequence', () => {
    const missing = { expected: 'config.temperature is 0.7 when omitted', actual: 'nothing' };
    const listed = {
      operation: 'GET /api/agents',
      status: 200,
      expected: 'each agent with its fields',
      actual: 'config.temperature is missing',
    };
    expect(
      rootCauses([
        failed('agents/list', failure('R-4.2-04', listed)),
        failed('agents/defaults', failure('R-2.2-06', missing)),
      ]),
    ).toMatchObject([
      { clauses: ['R-2.2-06'], consequences: ['R-4.2-04'], checks: ['agents/list', 'agents/defaults'] },
    ]);
  });

  it('names a field that creates and lists spell in another way', () => {
    const spelling = 'expected `description`, found `Description`';
    const created = {
      expected: 'description as it was sent',
      actual: `sent "x", got nothing; ${spelling}`,
      body: { id: 'a', Description: 'x' },
    };
    const listed = { ...created, operation: 'GET /api/agents', status: 200 };
    const causes = rootCauses([
      failed('agents/create', failure('R-2.1-08', created)),
      failed('agents/list', failure('R-4.2-07', listed)),
    ]);
    expect(causes).toMatchObject([{ title: '`description` is spelled `Description`', count: 2 }]);
  });

  const created = (expected: string, actual = 'status 201') => ({ expected, actual });

  it('makes one entry of what one JSON reader does to all operations', () => {
    const message = { operation: 'POST /api/agents/chat/stream', status: 200 };
    const causes = rootCauses([
      failed(
        'json/messages',
        failure('R-7-01', { ...created('status 400 for a body with a comment'), ...message }),
      ),
      failed(
        'json/malformed-creates',
        failure('R-7-06', created('status 400 for a body with a trailing comma')),
      ),
    ]);
    expect(causes).toMatchObject([
      { title: 'Bodies that are no JSON are accepted', clauses: ['R-7-01', 'R-7-06'] },
    ]);
  });

  it('names what errors have in place of their fields, and puts the broadest cause first', () => {
    const detail = { status: 422, body: { detail: 'wrong' }, actual: 'status 422' };
    const body = { ...detail, expected: 'error is a message for people' };
    const causes = rootCauses([
      failed('agents/invalid', failure('R-7-06', { ...detail, expected: 'status 400' })),
      failed('errors/one', failure('R-2.5-01', body), failure('R-2.5-02', body)),
    ]);
    expect(causes.map(({ title }) => title)).toEqual([
      'Errors with status 422 have `detail`, and no `error` and `status`',
      'POST /api/agents responds with 422 where 400 is expected',
    ]);
  });

  it('does not join failures by their clause alone', () => {
    const causes = rootCauses([
      failed('agents/a', failure('R-4.3-10', { ...created('a valid create accepted'), status: 400 })),
      failed('agents/b', failure('R-4.3-10', created('no more than one agent of a create', '2 agents'))),
    ]);
    expect(causes.map(({ count }) => count)).toEqual([1, 1]);
  });

  it('puts first what breaks more expectations, not what more checks saw', () => {
    const seen = failure('R-2.1-01', { ...created('unique ids', '"a" twice'), operation: 'GET /api/agents' });
    const kept = (path: string) => failure('R-2.2-19', created(`${path} as it was sent`, 'sent 1, got 2'));
    const causes = rootCauses([
      ...['a/b', 'a/c', 'a/d'].map((id) => failed(id, seen)),
      failed('a/e', kept('config.temperature'), kept('config.temperature, not a default')),
      failed('a/f', failure('R-4.3-04', created('the default of config.temperature', '2'))),
    ]);
    expect(causes.map(({ clauses, count }) => [clauses[0], count])).toEqual([
      ['R-2.2-19', 3],
      ['R-2.1-01', 3],
    ]);
  });

  it('calls what a response has that should have been an error a consequence of that', () => {
    const foreign = { operation: 'GET /api/widget/config', status: 200, body: { agent_id: 'b' } };
    const of = (requirement: RequirementId, expected: string, actual: string): Failure => ({
      ...failure(requirement, { ...foreign, expected, actual }),
      sequence: 7,
    });
    const causes = rootCauses([
      failed('agents/list', {
        ...of('R-1-03', 'agent_id names an agent of the store', '"b"'),
        isOfModel: true,
      }),
      failed('tenancy/foreign-chatbot', of('R-5-14', 'status 404, as it is of another store', 'status 200')),
    ]);
    expect(causes).toMatchObject([{ clauses: ['R-5-14'], consequences: ['R-1-03'], count: 2 }]);
  });

  it('makes one entry of what several operations show of another store', () => {
    const listed = { operation: 'GET /api/agents', status: 200, expected: 'agents of the store alone' };
    const read = {
      operation: 'GET /api/widget/config',
      status: 200,
      expected: 'status 404, as it is of another',
    };
    const causes = rootCauses([
      failed('tenancy/lists', failure('R-4.2-03', { ...listed, actual: "the other store's agent" })),
      failed('tenancy/foreign-chatbot', failure('R-5-14', { ...read, actual: 'status 200' })),
    ]);
    expect(causes).toMatchObject([{ title: 'A key gives access to what is of another store', count: 2 }]);
  });

  it('makes one entry of the two clauses that a reply without an end breaks', () => {
    const reply = { operation: 'POST /api/agents/chat/stream', status: 200, actual: 'text, text' };
    const causes = rootCauses([
      failed(
        'chat-stream/reply',
        failure('R-6-09', { ...reply, expected: 'an end event when the reply is complete' }),
        failure('R-6-10', { ...reply, expected: 'a stream that ends with end or error' }),
      ),
    ]);
    expect(causes.map(({ clauses }) => clauses)).toEqual([['R-6-09', 'R-6-10']]);
  });

  it('calls many invalid fields one cause, and few of them one each', () => {
    const accepts = (...names: readonly string[]): CheckResult =>
      failed(
        'a/b',
        ...names.map((name) => failure('R-7-06', created(`status 400 for a create without ${name}`))),
      );
    const titles = (...names: readonly string[]) => rootCauses([accepts(...names)]).map(({ title }) => title);
    expect(titles('name', 'type')).toEqual([
      'POST /api/agents accepts an invalid name',
      'POST /api/agents accepts an invalid type',
    ]);
    expect(titles('name', 'type', 'config')).toEqual(['POST /api/agents accepts invalid requests']);
  });
});
