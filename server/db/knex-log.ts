import type { Knex } from 'knex';

// Whatever Knex prints it also throws, and its text carries SQL and stacks that operators should not see.
const ignore = () => {};

export const knexLog: Knex.Logger = { warn: ignore, error: ignore, deprecate: ignore, debug: ignore };
