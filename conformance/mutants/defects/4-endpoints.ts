import { opensTo } from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';

/** Mutants of section 4 of the source. */
export const endpointsMutants: readonly Mutant[] = mutantsOf({
  'R-4-01 auth/reads-need-a-key auth-reads-keyless': opensTo(({ method }) => method === 'GET'),
});
