import { describePlan } from '../../services/plans.ts';
import type { HandlersOf } from '../handler.ts';

/** The plan of a store. */
export const planHandlers: HandlersOf<'plan'> = {
  async getPlan(deps, { store }) {
    return { status: 200, body: await describePlan(deps, store) };
  },
};
