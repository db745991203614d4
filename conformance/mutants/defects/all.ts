import type { Mutant } from '../mutant.ts';
import { authenticationMutants } from './authentication.ts';
import { chatEventMutants } from './chat-events.ts';
import { chatRequestMutants } from './chat-requests.ts';
import { errorMutants } from './errors.ts';
import { keptValueMutants } from './kept-values.ts';
import { limitMutants } from './limits.ts';
import { listingMutants } from './listing.ts';
import { rareInputMutants } from './rare-inputs.ts';
import { refusalMutants } from './refusals.ts';
import { surroundingMutants } from './surroundings.ts';
import { tenancyMutants } from './tenancy.ts';
import { widgetMutants } from './widget.ts';

/** Every mutant, in the order of the source's sections as far as one defect has one. */
export const mutants: readonly Mutant[] = [
  ...keptValueMutants,
  ...rareInputMutants,
  ...refusalMutants,
  ...listingMutants,
  ...widgetMutants,
  ...errorMutants,
  ...chatRequestMutants,
  ...chatEventMutants,
  ...authenticationMutants,
  ...surroundingMutants,
  ...limitMutants,
  ...tenancyMutants,
];
