import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Options } from './options.ts';
import { UsageError } from './usage-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a running server tells, as options: of the service itself, and of each of three stores. */
export interface Connection {
  readonly service: Partial<Options>;
  readonly main: Partial<Options>;
  readonly second: Partial<Options>;
  readonly limited: Partial<Options>;
}

function text(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function number(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  return typeof value === 'number' ? value : undefined;
}

function readFields(file: string): Fields {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Fields;
  } catch {
    throw new UsageError(
      `no deployment to judge: give --base-url and --api-key, or start the server here first (no ${file})`,
    );
  }
}

/** The values that are there, under their option names. */
function defined(values: Readonly<Record<string, unknown>>): Partial<Options> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** What a server started by `npm start` tells of itself. Throws UsageError when there is no such file. */
export function readConnection(file: string): Connection {
  const fields = readFields(file);
  const ca = text(fields, 'ca');
  return {
    service: defined({
      baseUrl: text(fields, 'base_url'),
      httpUrl: text(fields, 'http_url'),
      mcpUrl: text(fields, 'mcp_url'),
      ca: ca === undefined ? undefined : resolve(dirname(file), ca),
    }),
    main: defined({
      apiKey: text(fields, 'api_key'),
      agentId: text(fields, 'agent_id'),
      chatbotId: text(fields, 'chatbot_id'),
    }),
    second: defined({
      secondApiKey: text(fields, 'second_api_key'),
      secondAgentId: text(fields, 'second_agent_id'),
      secondChatbotId: text(fields, 'second_chatbot_id'),
    }),
    limited: defined({
      limitedApiKey: text(fields, 'limited_api_key'),
      limitedRpm: number(fields, 'limited_rpm'),
      agentLimit: number(fields, 'agent_limit'),
    }),
  };
}
