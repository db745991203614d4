import { z } from 'zod';
import type { PlanName } from '../../db/records.ts';
import { text } from '../parse-input.ts';

const planNames = ['free', 'starter', 'pro', 'enterprise'] as const satisfies readonly PlanName[];

const limit = (minimum: number) =>
  z.int('must be a whole number').min(minimum, `must be at least ${minimum}`).max(1_000_000).nullable();

/** A plan, and the limits agreed with this store; null takes the plan's (source 8). */
export const planInput = z.object({
  plan: z.enum(planNames, `must be one of ${planNames.join(', ')}`),
  requestsPerMinute: limit(1).default(null),
  agentLimit: limit(0).default(null),
});

export const storeInput = planInput.extend({ name: text(200) });

export type PlanInput = z.input<typeof planInput>;
export type StoreInput = z.input<typeof storeInput>;
