import { headLine } from './head-line.ts';
import { asObject, type Json, type JsonObject } from './json.ts';
import { writeLiteral } from './write-literal.ts';

/** generated/plans.ts: the limits of each plan (source 8). A plan whose limits are agreed store by store is null. */
export function writePlansTable(openapi: JsonObject): string {
  const rows = Object.entries(asObject(openapi['x-plans'], 'x-plans'))
    .filter(([name]) => !name.startsWith('x-'))
    .map(([name, plan]): [string, Json] => [name, planRow(name, asObject(plan, name))]);
  return [
    `// ${headLine}`,
    '/** What each plan allows; null where a store agrees limits of its own (source 8, decision 0013). */',
    `export const plans = ${writeLiteral(Object.fromEntries(rows))} as const;`,
    '',
    'export type PlanName = keyof typeof plans;\n',
  ].join('\n');
}

function planRow(name: string, plan: JsonObject): Json {
  const limits = { requestsPerMinute: plan['requests_per_minute'], agents: plan['agents'] };
  const { requestsPerMinute, agents } = limits;
  if (requestsPerMinute === null && agents === null) return null;
  if (typeof requestsPerMinute !== 'number' || typeof agents !== 'number') {
    throw new Error(`x-plans: ${name} must state both limits, or null for both`);
  }
  return { requestsPerMinute, agents };
}
