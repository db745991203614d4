import type { JsonObject } from '../contract/json.ts';

/** A generated document that a tool reads. */
export interface ToolInput {
  /** Name in generated/, e.g. `openapi.core.json`. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  readonly kind: 'openapi' | 'asyncapi';
  readonly document: JsonObject;
}

/** What a compiler found. */
export interface Compilation {
  /** The compilers, or which one is missing. */
  readonly with: string;
  readonly ran: boolean;
  readonly problems: readonly string[];
}

/** What a tool made of a document. */
export interface Outcome {
  /** What a developer gets, in a few words. */
  readonly gives: string;
  /** Undefined where nothing is to be compiled. */
  readonly compilation?: Compilation;
  readonly problems: readonly string[];
}

/** A pinned tool: how it is run over one document, into an empty folder. */
export interface Tool {
  /** As the table shows it. */
  readonly name: string;
  /** The npm package that scripts/generators/package.json pins. */
  readonly package: string;
  readonly kinds: readonly ToolInput['kind'][];
  /** What a developer must know about each of its results. */
  readonly note: string;
  /** Throws an Error with the tool's output when the tool fails. */
  readonly run: (input: ToolInput, folder: string) => Promise<Outcome>;
}

/** What came of a tool and a document. */
export interface Trial {
  readonly tool: Pick<Tool, 'name' | 'note'>;
  readonly version: string;
  readonly input: string;
  readonly gives: string;
  readonly compiledWith: string;
  /** Known limits that were met. */
  readonly limits: readonly string[];
  /** Problems that no known limit explains, and known limits that are gone: the run fails. */
  readonly problems: readonly string[];
}

/** Something that a tool cannot do with a document; the run fails when the tool can. */
export interface KnownLimit {
  readonly tools: readonly string[];
  readonly inputs: readonly string[];
  /** A part of the problem's text. */
  readonly problem: string;
  /** What the table says in its place. */
  readonly note: string;
}

/**
 * Compares an outcome with the known limits. A limit that no problem shows any more is a problem itself, unless the
 * compiler that would show it is missing.
 */
export function toTrial(
  tool: Pick<Tool, 'name' | 'note'>,
  version: string,
  input: string,
  { gives, compilation, problems }: Outcome,
  limits: readonly KnownLimit[],
): Trial {
  const all = [...problems, ...(compilation?.problems ?? [])];
  const known = limits.filter((limit) => limit.tools.includes(tool.name) && limit.inputs.includes(input));
  const open = all.filter((problem) => !known.some((limit) => problem.includes(limit.problem)));
  const met = known.filter((limit) => all.some((problem) => problem.includes(limit.problem)));
  const gone = (compilation?.ran ?? true) ? known.filter((limit) => !met.includes(limit)) : [];
  return {
    tool,
    version,
    input,
    gives,
    compiledWith: compilation?.with ?? '',
    limits: met.map((limit) => limit.note),
    problems: [...open, ...gone.map(({ problem }) => `known-limits.ts: "${problem}" is gone; remove it`)],
  };
}
