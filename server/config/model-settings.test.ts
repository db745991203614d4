import { describe, expect, it } from 'vitest';
import { createModelRegistry, describeModels } from '../models/registry.ts';
import { builtInModelId, loadModelSettings } from './model-settings.ts';

const refused: readonly [Record<string, string>, RegExp][] = [
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

describe('the settings of the providers', () => {
  it.each(refused)('are refused with the variable named: %j', (env, words) => {
    expect(() => loadModelSettings(env)).toThrow(words);
  });

  it('never repeat a key in a refusal or in what start-up says', () => {
    const env = { PROVIDER_ONE_API_KEY: 'top-secret', PROVIDER_ONE: 'openai' };
    expect(describeModels(loadModelSettings(env)).join()).not.toContain('top-secret');
    for (const slip of [{ PROVIDER_ONE: 'x' }, { PROVIDER_ONE_API_KEY: 'top-secret ' }]) {
      expect(() => loadModelSettings({ ...env, ...slip })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('top-secret') }),
      );
    }
  });

  it('take a vendor for a key alone, AWS credentials too, and http to this machine', () => {
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

  it('R-2.2-11 say for each provider who answers', () => {
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

describe("an agent of the built-in model's id", () => {
  it('gets the default model of a vendor that has credentials, or the one that the operator names', async () => {
    const env = { PROVIDER_ONE: 'openai', PROVIDER_ONE_API_KEY: 'k' };
    const modelFor = (settings: Record<string, string>, modelId: string) =>
      createModelRegistry(loadModelSettings(settings)).modelFor({ ...config, model_id: modelId });
    expect(await modelFor(env, builtInModelId)).toMatchObject({ modelId: 'gpt-4.1-mini' });
    const named = { ...env, PROVIDER_ONE_MODEL: 'another' };
    expect(await modelFor(named, builtInModelId)).toMatchObject({ modelId: 'another' });
    expect(await modelFor(named, 'own-choice')).toMatchObject({ modelId: 'own-choice' });
  });
});

describe('a provider without credentials', () => {
  it('is an error in production, and the built-in model where the operator says so', async () => {
    const production = createModelRegistry(loadModelSettings({ NODE_ENV: 'production' }));
    await expect(production.modelFor(config)).rejects.toMatchObject({
      code: 'model_unavailable',
      message: 'no credentials are configured for provider_one',
    });
    expect(loadModelSettings({ NODE_ENV: 'production', MODEL_FALLBACK: 'built-in' }).fallback).toBe(true);
    expect(loadModelSettings({}).fallback).toBe(true);
  });
});
