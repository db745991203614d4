import type { Check } from '../../check.ts';
import { createAndList } from './create-and-list.ts';
import { defaults } from './defaults.ts';
import { falsyValues } from './falsy-values.ts';
import { keepsCapabilities } from './keeps-capabilities.ts';
import { keepsNumbers } from './keeps-numbers.ts';
import { keepsText } from './keeps-text.ts';
import { list } from './list.ts';
import { malformedBodies } from './malformed-bodies.ts';
import { openPoints } from './open-points.ts';
import { providersAndTypes } from './providers-and-types.ts';
import { agentsReference } from './reference.ts';
import { requiredFields } from './required-fields.ts';
import { statefulModel } from './stateful-model.ts';
import { wrongValues } from './wrong-values.ts';

/** Source 2.1, 2.2, 4.2 and 4.3. */
export const agentChecks: readonly Check[] = [
  createAndList,
  list,
  defaults,
  requiredFields,
  falsyValues,
  providersAndTypes,
  keepsCapabilities,
  keepsNumbers,
  keepsText,
  wrongValues,
  malformedBodies,
  statefulModel,
  openPoints,
  agentsReference,
];
