import type { ComponentChildren } from 'preact';
import { countOf } from './catalog-imports.tsx';
import { type Schemas, type SectionProps } from './client.ts';
import { useRead } from './use-read.ts';
import { ReadState } from './controls.tsx';
import { formatCost, formatCount } from './figure-formats.ts';
import { ShareBar } from './figures.tsx';
import { PageHeading } from './page-heading.tsx';
import { Minute } from './time.tsx';

type Plan = Schemas['Plan'];

/** The limits of the store's plan and how much of them is used (source 8). */
export function PlanPage({ store, heading }: SectionProps) {
  const path = { store_id: store.id };
  const plan = useRead(['plan', store.id], 'getPlan', { path });
  return (
    <>
      <PageHeading {...heading} />
      <ReadState reads={[plan]} />
      {plan.data && <Limits plan={plan.data} />}
    </>
  );
}

const names: Readonly<Record<Plan['plan'], string>> = {
  free: 'Free',
  starter: 'Starter',
  pro: 'Pro',
  enterprise: 'Enterprise',
};

function Limits({ plan }: { readonly plan: Plan }) {
  const { peak_requests_per_minute: peak, peak_at: peakAt, rejected } = plan.last_30_days;
  return (
    <section class="part box" aria-labelledby="plan-name">
      <h2 id="plan-name">
        {names[plan.plan]} <span class="chip green">Current plan</span>
      </h2>
      <Use name="Agents" used={plan.agents} limit={plan.agent_limit} />
      <Use name="Requests in the busiest minute of 30 days" used={peak} limit={plan.requests_per_minute}>
        {peakAt === null ? 'No request yet' : <Minute at={peakAt} />}
        {rejected > 0 &&
          ` · ${formatCount(rejected)} requests were over the limit, and rejected (status 429): ask the operator of the service for a larger plan, or spread them.`}
      </Use>
      <Spending spending={plan.spending} />
    </section>
  );
}

/** What replies have cost this month, of what they may. */
function Spending({ spending }: { readonly spending: Plan['spending'] }) {
  const { amount, cap, currency } = spending;
  const money = (value: number): string => formatCost({ amount: value, currency });
  return (
    <Use name="Cost of replies this month (UTC)" used={amount} limit={cap} format={money}>
      {capHint(spending)}
    </Use>
  );
}

function capHint({ amount, cap, has_prices: hasPrices }: Plan['spending']): string {
  // What earlier prices have cost this month may have reached the cap.
  if (!hasPrices && (cap === null || amount < cap)) {
    return 'A model of your agents has no price: what its replies cost is unknown, and no cap stops them. Ask the operator of the service to set MODEL_PRICES.';
  }
  if (cap === null) return 'The operator of the service can set a cap.';
  return 'When the cap is reached, the assistant says so to shoppers until the month ends.';
}

interface UseProps {
  readonly name: string;
  readonly used: number;
  /** Null: there is none. */
  readonly limit: number | null;
  /** By default a count. */
  readonly format?: (value: number) => string;
  readonly children?: ComponentChildren;
}

/** A bar, with its numbers as text. */
export function Use({ name, used, limit, format = countOf, children }: UseProps) {
  return (
    <div class="plan-use">
      <div class="row apart">
        <strong>{name}</strong>
        <span>{limit === null ? `${format(used)}, no limit` : `${format(used)} of ${format(limit)}`}</span>
      </div>
      {limit !== null && (
        <div class={used >= highShare * limit ? 'high' : ''}>
          <ShareBar share={limit === 0 ? 1 : used / limit} />
        </div>
      )}
      {children !== undefined && <p class="hint">{children}</p>}
    </div>
  );
}

/** The share of a limit from which on it is amber. */
const highShare = 0.8;
