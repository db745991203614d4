import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compileGo, compileJava, compilePython, compileTypeScript } from './compile.ts';
import { requireCommand } from './run-command.ts';
import type { Compilation, Tool } from './trial.ts';

const script = join(import.meta.dirname, 'modelina.mjs');

/** Models in four languages, from the API's document and from the stream's. */
export const modelinaTools: readonly Tool[] = [
  modelina(
    'TypeScript',
    ['openapi', 'asyncapi'],
    'Imports without an extension: for a bundler',
    compileTypeScript,
  ),
  modelina('Go', ['openapi', 'asyncapi'], '', compileGo),
  modelina('Python', ['openapi', 'asyncapi'], 'Classes without a dependency', (folder) =>
    compilePython(folder, false),
  ),
  modelina('Python with Pydantic', ['openapi', 'asyncapi'], '', (folder) => compilePython(folder, true)),
  modelina('Java', ['openapi', 'asyncapi'], 'Annotated for Jackson', compileJava),
];

const events = ['TextEvent', 'ToolUseEvent', 'ToolResultEvent', 'EndEvent', 'ErrorEvent'];

function modelina(
  language: string,
  kinds: Tool['kinds'],
  note: string,
  compile: (folder: string) => Compilation,
): Tool {
  return {
    name: `Modelina, ${language}`,
    package: '@asyncapi/modelina',
    kinds,
    note,
    run: async (input, folder) => {
      const models = join(folder, 'models');
      mkdirSync(models);
      const names = requireCommand(process.execPath, [script, language, input.file, models], folder).split(
        ' ',
      );
      const missing = events.filter((event) => !names.includes(event));
      if (missing.length === events.length) throw new Error('no event has a type');
      const problems = missing.map((event) => `${event} is missing`);
      return { gives: `${names.length} models`, compilation: compile(folder), problems };
    },
  };
}
