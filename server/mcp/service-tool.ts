import type { ServerContext, StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Deps } from '../deps.ts';
import {
  advertisedSchema,
  createInputCheck,
  enforcedSchema,
  type InputCheck,
  type ObjectSchema,
} from './schemas.ts';
import type { Caller } from './server.ts';

/** What a running tool may use. */
export interface ToolCall<Input> {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly input: Input;
  readonly context: ServerContext;
  /** Aborts when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
}

/** What the service does, as a tool. */
export interface ServiceTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: StandardSchemaWithJSON;
  readonly outputSchema: StandardSchemaWithJSON;
  readonly checkInput: InputCheck;
  /** Takes input that `checkInput` has let through. Throws ServiceError. */
  run(call: ToolCall<unknown>): Promise<object>;
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

/** Compiles a tool's schemas, once for the life of the process. `Input` must be what `input` describes. */
export function defineTool<Input>({ input, output, run, ...tool }: ToolDefinition<Input>): ServiceTool {
  return {
    ...tool,
    inputSchema: advertisedSchema(input),
    outputSchema: enforcedSchema(output),
    checkInput: createInputCheck(input),
    // The schema has let it through, and the type is the schema's.
    run: (call) => run({ ...call, input: call.input as Input }),
  };
}
