import type { z } from 'zod';
import type { Catalog } from '../catalog.ts';

/**
 * A tool over one store's catalogue, free of any model's or protocol's library. `run` takes input that `inputSchema`
 * has parsed, never fails, and returns what `outputSchema` accepts.
 */
export interface CatalogTool<Input extends z.ZodObject, Output> {
  readonly name: string;
  readonly title: string;
  /** Written for the model that chooses among tools. */
  readonly description: string;
  readonly inputSchema: Input;
  readonly outputSchema: z.ZodObject;
  run(catalog: Catalog, input: z.infer<Input>): Output;
}
