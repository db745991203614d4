import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { createModelRegistry, describeModels, unpricedModels } from '../models/registry.ts';
import { builtInModelId, loadModelSettings } from './model-settings.ts';

const invalidSettings: readonly [Record<string, string>, RegExp][] = [
  [{ PROVIDER_ONE: 'bedrock', PROVIDER_ONE_API_KEY: 'k' }, /PROVIDER_ONE must be anthropic or openai/],
  [{ PROVIDER_ONE: 'openai' }, /PROVIDER_ONE is set, but PROVIDER_ONE_API_KEY is not/],
  [{ PROVIDER_TWO_BASE_URL: 'https://x.example' }, /PROVIDER_TWO_BASE_URL is set/],
  [{ PROVIDER_THREE_API_KEY: 'k' }, /PROVIDER_THREE_REGION is needed/],
  [{ PROVIDER_THREE_ACCESS_KEY_ID: 'a' }, /go together/],
  [
    { PROVIDER_ONE_API_KEY: 'k', PROVIDER_ONE_BASE_URL: 'x' },
    /PROVIDER_ONE_BASE_URL must be an absolute URL/,
  ],
  [{ PROVIDER_ONE_API_KEY: 'k', PROVIDER_ONE_BASE_URL: 'http://x.example' }, /must be https/],
  [{ PROVIDER_ONE_API_KEY: 'k', PROVIDER_ONE_BASE_URL: 'https://u:p@x.example' }, /not hold a password/],
  [{ PROVIDER_ONE_API_KEY: 'k', PROVIDER_ONE_BASE_URL: 'https://x.example/v1?key=k' }, /not hold .* a query/],
  [{ PROVIDER_TWO_API_KEY: 'top-secret\n' }, /^PROVIDER_TWO_API_KEY must be visible ASCII[^"]*$/],
  [{ MODEL_FALLBACK: 'yes' }, /MODEL_FALLBACK must be built-in or none/],
];

describe('loadModelSettings', () => {
  it.each(invalidSettings)('rejects %j with a message that names the variable', (env, message) => {
    expect(() => loadModelSettings(env)).toThrow(message);
  });

  it('keeps keys out of error messages and of the lines that describe the models', () => {
    const env = { PROVIDER_ONE_API_KEY: 'top-secret', PROVIDER_ONE: 'openai' };
    expect(describeModels(loadModelSettings(env)).join()).not.toContain('top-secret');
    for (const mistake of [{ PROVIDER_ONE: 'x' }, { PROVIDER_ONE_API_KEY: 'top-secret ' }]) {
      expect(() => loadModelSettings({ ...env, ...mistake })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('top-secret') }),
      );
    }
  });

  it('selects the default vendor for an API key or AWS credentials, and accepts http to this machine', () => {
    const settings = loadModelSettings({
      PROVIDER_ONE_API_KEY: 'k',
      PROVIDER_ONE_BASE_URL: 'http://127.0.0.1:4010/v1/',
      PROVIDER_THREE_ACCESS_KEY_ID: 'a',
      PROVIDER_THREE_SECRET_ACCESS_KEY: 's',
      PROVIDER_THREE_REGION: 'eu-west-1',
    });
    expect(settings.providers).toMatchObject({
      provider_one: { vendor: 'anthropic', model: 'claude-sonnet-4-5', baseUrl: 'http://127.0.0.1:4010/v1' },
      provider_two: null,
      provider_three: { vendor: 'bedrock', aws: { accessKeyId: 'a' }, region: 'eu-west-1' },
    });
  });

  it('names the default models of vendors that have no price', () => {
    const env = { PROVIDER_ONE_API_KEY: 'k', PROVIDER_TWO_API_KEY: 'k', PROVIDER_TWO_MODEL: 'vendor/m:1' };
    const unpriced = (prices: string) => unpricedModels(loadConfig({ ...env, MODEL_PRICES: prices }));
    expect(unpriced('')).toEqual(['claude-sonnet-4-5', 'vendor/m:1']);
    expect(unpriced('vendor/m:1=1:2, claude-sonnet-4-5=3:15')).toEqual([]);
  });

  it('R-2.2-11 gives describeModels a line for each provider with its vendor or the built-in model', () => {
    const lines = describeModels(loadModelSettings({ PROVIDER_TWO_API_KEY: 'k' }));
    expect(lines).toEqual([
      expect.stringMatching(/^provider_one \(direct vendor\): the built-in shopping model stands in/),
      'provider_two (router): openrouter',
      expect.stringMatching(/^provider_three \(cloud platform\): the built-in/),
    ]);
  });
});

const config = {
  model_provider: 'provider_one' as const,
  model_id: 'm',
  system_prompt: 's',
  temperature: 0,
  max_tokens: 1,
};

describe('createModelRegistry', () => {
  it("replaces the built-in model's id by the vendor's default model or the model of PROVIDER_ONE_MODEL", async () => {
    const env = { PROVIDER_ONE: 'openai', PROVIDER_ONE_API_KEY: 'k' };
    const modelFor = (settings: Record<string, string>, modelId: string) =>
      createModelRegistry(loadModelSettings(settings)).modelFor({ ...config, model_id: modelId });
    expect(await modelFor(env, builtInModelId)).toMatchObject({ modelId: 'gpt-4.1-mini' });
    const named = { ...env, PROVIDER_ONE_MODEL: 'another' };
    expect(await modelFor(named, builtInModelId)).toMatchObject({ modelId: 'another' });
    expect(await modelFor(named, 'own-choice')).toMatchObject({ modelId: 'own-choice' });
  });

  it('rejects a provider without credentials in production, unless MODEL_FALLBACK=built-in', async () => {
    const production = createModelRegistry(loadModelSettings({ NODE_ENV: 'production' }));
    await expect(production.modelFor(config)).rejects.toMatchObject({
      code: 'model_unavailable',
      message: 'no credentials are configured for provider_one',
    });
    expect(loadModelSettings({ NODE_ENV: 'production', MODEL_FALLBACK: 'built-in' }).fallback).toBe(true);
    expect(loadModelSettings({}).fallback).toBe(true);
  });
});
