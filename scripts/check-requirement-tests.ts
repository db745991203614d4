import { dirname } from 'node:path';
import { checkRequirementTests } from './contract/check-requirement-tests.ts';
import { reportProblems } from './contract/report-problems.ts';

await reportProblems(async () => checkRequirementTests(dirname(import.meta.dirname)));
