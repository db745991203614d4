import type { ModelSettings, ProviderSlot } from './provider-config.ts';

const kinds: Readonly<Record<ProviderSlot, string>> = {
  provider_one: 'direct vendor',
  provider_two: 'router',
  provider_three: 'cloud platform',
};
const slots = Object.keys(kinds) as ProviderSlot[];

/** One line for each provider, for the start-up banner: who answers, and where the built-in model stands in. */
export function describeModels(settings: ModelSettings): string[] {
  return slots.map((slot) => `${slot} (${kinds[slot]}): ${answers(settings, slot)}`);
}

function answers(settings: ModelSettings, slot: ProviderSlot): string {
  const vendor = settings.providers[slot];
  const variable = `${slot.toUpperCase()}_API_KEY`;
  if (vendor !== null) return vendor.vendor + (vendor.baseUrl === null ? '' : ` at ${vendor.baseUrl}`);
  return settings.fallback
    ? `the built-in shopping model stands in; set ${variable} to use a vendor`
    : `no credentials: its agents answer with an error until ${variable} is set`;
}
