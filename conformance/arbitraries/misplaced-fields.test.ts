import { describe, expect, it } from 'vitest';
import { validateRequest } from '../../generated/validators.js';
import { plainCreate } from '../checks/fixtures.ts';
import { misplacedFields } from './misplaced-fields.ts';
import { valueAt } from './violations.ts';

const violations = misplacedFields({ ...plainCreate('Shop', 'product_catalog') });

describe('the misplaced fields', () => {
  it('lack the field at its place, so that the contract rejects each body', () => {
    const present = violations.filter(({ path, body }) => valueAt(body, path) !== undefined);
    expect(present).toEqual([]);
    expect(violations.filter(({ body }) => validateRequest.createAgent(body))).toEqual([]);
  });

  it('have every required field, those of a tool connection included', () => {
    const paths = new Set(violations.map(({ path }) => path));
    expect([...paths].toSorted()).toEqual([
      'config',
      'config.mcp_capabilities.0.enabled',
      'config.mcp_capabilities.0.type',
      'config.model_id',
      'config.model_provider',
      'config.system_prompt',
      'name',
      'type',
    ]);
  });

  it('have the value of the field elsewhere in the body', () => {
    const config = violations.filter(({ path }) => path === 'config.model_id');
    expect(config.map(({ body }) => valueAt(body, 'config.modelId'))).toEqual(['shopping-1']);
    expect(config.map(({ body }) => valueAt(body, 'model_id'))).toEqual(['shopping-1']);
  });

  it('are fewer without a tool connection', () => {
    expect(misplacedFields({ ...plainCreate('Shop') })).toHaveLength(violations.length - 2);
  });
});
