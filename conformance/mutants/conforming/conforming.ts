import type { Deployment } from '../server/deployment.ts';
import { failing } from './failing.ts';
import { maximal } from './maximal.ts';
import { minimal } from './minimal.ts';
import { odd } from './odd.ts';
import { strict } from './strict.ts';

/** Servers that violate nothing stated: any failure of the suite against one of them is a false alarm. */
export const conformingDeployments: readonly Deployment[] = [maximal, minimal, odd, strict, failing];
