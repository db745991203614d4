/** A setting is missing or wrong: one line for the operator, no stack. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
