import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { loadModelSettings } from '../config/model-settings.ts';
import { close, listen } from '../testing/local-server.ts';
import { startScriptedVendor, type ScriptedVendor, type VendorScript } from '../testing/scripted-vendor.ts';
import { checkModels } from './check-models.ts';

const never = new AbortController().signal;
const open: ScriptedVendor[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((vendor) => vendor.close()));
});

async function settingsFor(script: VendorScript) {
  const vendor = await startScriptedVendor(script);
  open.push(vendor);
  return { vendor, settings: loadModelSettings(vendor.env) };
}

it('calls each configured vendor once, with its default model', async () => {
  const { vendor, settings } = await settingsFor(() => [{ say: 'OK' }]);
  expect(await checkModels(settings, never)).toEqual([
    {
      provider: 'provider_one',
      vendor: 'openai',
      model: 'gpt-4.1-mini',
      ms: expect.any(Number),
      problem: null,
    },
  ]);
  expect(vendor.requests).toMatchObject([{ model: 'gpt-4.1-mini', max_tokens: 16 }]);
  expect(await checkModels(loadModelSettings({}), never)).toEqual([]);
});

it.each([
  [401, /^401: PROVIDER_ONE_API_KEY is invalid/],
  [402, /^402: .* no credit/],
  [404, /^404: the model gpt-4\.1-mini .* PROVIDER_ONE_MODEL/],
  [429, /^429: .* quota/],
  [500, /^500: the vendor fails/],
  [400, /^400: .* check PROVIDER_ONE_MODEL/],
])('reports a %i with what to change, and none of the vendor’s text', async (status, problem) => {
  const { settings } = await settingsFor(() => status);
  const [check] = await checkModels(settings, never);
  expect(check?.problem).toMatch(problem);
  expect(check?.problem).not.toContain('vendor text');
});

it('reports a vendor that is not reached, and one that does not respond', async () => {
  const server = createServer();
  const port = await listen(server);
  await close(server);
  const closed = loadModelSettings({
    PROVIDER_ONE_API_KEY: 'key',
    PROVIDER_ONE_BASE_URL: `http://127.0.0.1:${port}/v1`,
  });
  expect((await checkModels(closed, never))[0]?.problem).toMatch(
    /^not reached \(ECONNREFUSED\): check PROVIDER_ONE_BASE_URL/,
  );
  const { settings } = await settingsFor(() => ['hang']);
  expect((await checkModels(settings, AbortSignal.timeout(300)))[0]?.problem).toBe('no response in time');
});
