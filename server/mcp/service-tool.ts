import type { ServerContext, Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import type { ChangeBy } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { createInputValidator, createOutputCheck, type ObjectSchema } from './schemas.ts';

/** The authenticated sender of a request. */
export interface Caller extends ChangeBy {
  readonly log: Logger;
  /** Aborts when the client disconnects before its response is complete. */
  readonly signal: AbortSignal;
  /**
   * Counts a tool call against the plan, except the first of a request, which was counted as the request: the
   * 2025-03-26 revision has batches. Throws ServiceError `rate_limited`.
   */
  countCall(): Promise<void>;
  /** Connects the requests of a 2025 client; the service stores nothing for it (decision 0020). */
  readonly session: string;
}

/** What a running tool may use. */
export interface ToolCall<Input> {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly input: Input;
  readonly context: ServerContext;
  /** Aborts when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
}

/** An operation of the service as an MCP tool. */
export interface ServiceTool {
  /** What clients see of it. */
  readonly listed: Tool & { readonly outputSchema: object };
  /** Validates the input, and returns what `outputSchema` accepts. Throws ServiceError, or an error of a protocol. */
  run(call: ToolCall<unknown>): Promise<object>;
  /** What is to be said about a request beside its result. */
  noticeFor?(input: unknown): string | undefined;
}

export interface ToolDefinition<Input> {
  readonly name: string;
  readonly title: string;
  /** Written for the model that chooses among tools. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: ObjectSchema;
  readonly output: ObjectSchema;
  run(call: ToolCall<Input>): Promise<object>;
}

/** A tool whose schemas are compiled once. `Input` must be the type that the schema `input` describes. */
export function defineTool<Input>({ input, output, run, ...tool }: ToolDefinition<Input>): ServiceTool {
  const validateInput = createInputValidator(input);
  const checkOutput = createOutputCheck(output);
  return {
    listed: { ...tool, inputSchema: asJson(input), outputSchema: asJson(output) },
    async run(call) {
      validateInput(call.input);
      // Validated input has the schema's type.
      const result = await run({ ...call, input: call.input as Input });
      checkOutput(result);
      return result;
    },
  };
}

/** The library's type of a schema is a copy of ours that can be changed. */
function asJson(schema: ObjectSchema): Tool['inputSchema'] {
  return { ...schema, required: [...schema.required] } as Tool['inputSchema'];
}
