import type { StoreTables } from './database.ts';

// Type tests: `tsc` runs them, nothing executes them.

declare const tables: StoreTables;
void tables('stores');
void tables('agents');

// @ts-expect-error a user may belong to several stores
void tables('users');
