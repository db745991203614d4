import { allChecks } from '../checks/all-checks.ts';
import type { Job } from './job.ts';
import { makePlan, type Plan } from './plan.ts';

/** The plan that a job asks for; a replay runs its one check. The same in every process. */
export function planOfJob({ target, profile, budget, only, replay }: Job): Plan {
  const wanted = replay === undefined ? only : [replay.checkId];
  return makePlan(allChecks, target, { profile, budget, ...(wanted && { only: wanted }) });
}
