import { join } from 'node:path';
import { readConnection, type Connection } from './connection-file.ts';
import type { Options } from './options.ts';
import { readText } from './read-text.ts';
import { UsageError } from './usage-error.ts';

/** The options with the key itself where a file was named. */
function withKey(options: Options): Options {
  const { apiKeyFile } = options;
  if (apiKeyFile === undefined) return options;
  const apiKey = readText(apiKeyFile, '--api-key-file').trim();
  if (apiKey === '') throw new UsageError(`--api-key-file names a file without a key: ${apiKeyFile}`);
  return { ...options, apiKey };
}

/** What is known of a store belongs to its key: nothing of one whose key was given, and no store in two roles. */
function storesFor(given: Options, { main, second, limited }: Connection): Partial<Options> {
  const { apiKey, secondApiKey, limitedApiKey } = given;
  const keys = [apiKey, secondApiKey, limitedApiKey];
  return {
    ...(apiKey === undefined && main),
    ...(secondApiKey === undefined && !keys.includes(second.secondApiKey) && second),
    ...(limitedApiKey === undefined && !keys.includes(limited.limitedApiKey) && limited),
  };
}

/**
 * The options with all that is known of the deployment. What was given wins over what a running server told in
 * `dataDir`; that one is only asked when no address was given. Throws UsageError for a file that cannot be read.
 */
export function completeOptions(options: Options, dataDir: string): Options {
  const given = withKey(options);
  if (given.baseUrl !== undefined) return given;
  const connection = readConnection(join(dataDir, 'connection.json'));
  return { ...connection.service, ...storesFor(given, connection), ...given };
}
