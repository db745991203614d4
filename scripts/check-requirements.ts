import { dirname, join } from 'node:path';
import { checkRequirements } from './contract/check-requirements.ts';
import { reportProblems } from './contract/report-problems.ts';

await reportProblems(async () => checkRequirements(join(dirname(import.meta.dirname), 'spec')));
