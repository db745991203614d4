import { dirname, join } from 'node:path';
import { lintContract } from './contract/lint-contract.ts';
import { reportProblems } from './contract/report-problems.ts';

await reportProblems(() => lintContract(join(dirname(import.meta.dirname), 'spec')));
