// Generated from spec/. Do not edit; change spec/ and run: npm run generate

/** What each plan allows; null where a store agrees limits of its own (source 8, decision 0013). */
export const plans = {
  free: {
    requestsPerMinute: 20,
    agents: 3,
  },
  starter: {
    requestsPerMinute: 60,
    agents: 10,
  },
  pro: {
    requestsPerMinute: 200,
    agents: 50,
  },
  enterprise: null,
} as const;

export type PlanName = keyof typeof plans;
