import { describe, expect, it } from 'vitest';
import { validateEvent, validateRequest, validateResponse } from '../../generated/validators.js';

const config = { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' };
const agent = {
  id: 'a',
  name: 'n',
  type: 't',
  config: { ...config, temperature: 0, max_tokens: 1 },
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T10:30:00+01:00',
};

describe('validateEvent', () => {
  it.each<[event: unknown, holds: boolean]>([
    [{ type: 'text', content: '' }, true],
    [{ type: 'tool_use', tool: 't', input: {} }, true],
    [{ type: 'tool_result', tool: 't', output: {} }, true],
    [{ type: 'end', conversation_id: 'c' }, true],
    [{ type: 'error', error: 'e', status: 500, code: 'internal' }, true],
    [{ type: 'error', error: 'e', status: 500, code: 'other' }, false],
    [{ type: 'text' }, false],
    [{ type: 'tool_use', tool: 't', input: [] }, false],
    [{ type: 'tool_result', tool: 't', output: null }, false],
    [{ type: 'end', conversation_id: 7 }, false],
    [{ type: 'error', error: 'e', status: 200, code: 'internal' }, false],
    [{ type: 'other' }, true],
    [{}, false],
    [null, false],
  ])('%j', (event, holds) => {
    expect(validateEvent(event)).toBe(holds);
  });

  it('names first the broken rule of the one type that the event claims', () => {
    validateEvent({ type: 'text', content: 1 });
    expect(validateEvent.errors?.[0]).toMatchObject({ instancePath: '/content', keyword: 'type' });
  });
});

describe('validateRequest', () => {
  const create = { name: 'n', type: 't', config };

  it.each<[change: object, broken: string[]]>([
    [{}, []],
    [{ name: '🛍'.repeat(200) }, []],
    [{ name: '🛍'.repeat(201) }, ['/name maxLength']],
    [{ name: '' }, ['/name minLength']],
    [{ description: null }, ['/description type']],
    [{ colour: 'red' }, [' additionalProperties']],
    [
      { config: { ...config, temperature: 1.01, max_tokens: 1.5 } },
      ['/config/temperature maximum', '/config/max_tokens type'],
    ],
    [{ config: { ...config, mcp_capabilities: [{ type: 'a' }] } }, ['/config/mcp_capabilities/0 required']],
  ])('createAgent with %j', (change, broken) => {
    expect(validateRequest.createAgent({ ...create, ...change })).toBe(broken.length === 0);
    const errors = validateRequest.createAgent.errors ?? [];
    expect(errors.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)).toEqual(broken);
  });
});

describe('validateResponse', () => {
  it.each<[change: object, holds: boolean]>([
    [{}, true],
    [{ later_field: 1 }, true],
    [{ created_at: '2026-02-30T00:00:00Z' }, false],
    [{ created_at: 'yesterday' }, false],
    [{ config }, false],
  ])('createAgent 201 with %j', (change, holds) => {
    expect(validateResponse.createAgent[201]({ ...agent, ...change })).toBe(holds);
  });

  it('validates an error body', () => {
    expect(validateResponse.listAgents[401]({ error: 'no', status: 401, code: 'unauthorized' })).toBe(true);
    expect(validateResponse.listAgents[401]({ error: '', status: '401', code: 'unauthorized' })).toBe(false);
  });
});
