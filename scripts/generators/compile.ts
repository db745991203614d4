import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { firstLines, runCommand } from './run-command.ts';
import type { Compilation } from './trial.ts';

const root = dirname(dirname(import.meta.dirname));

/** Checks the types of every .ts file of a folder with the compiler of this project. */
export function compileTypeScript(folder: string): Compilation {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ESNext', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    allowImportingTsExtensions: true,
    types: [],
    skipLibCheck: true,
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  const tsc = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
  const version = runCommand(process.execPath, [tsc, '--version'], folder).output.replace('Version ', '');
  const { ok, output } = runCommand(process.execPath, [tsc, '-p', folder], folder);
  const problems = output.split('\n').filter((line) => /error TS/.test(line));
  return {
    with: `tsc ${version}`,
    ran: true,
    problems: ok ? [] : problems.map((line) => line.slice(0, 300)),
  };
}

/** Builds and vets the Go package in `folder/models`. */
export function compileGo(folder: string): Compilation {
  const version = versionOf('go', ['version'], /go(\d[\d.]*)/, folder);
  if (version === undefined) return missing('no Go compiler');
  writeFileSync(join(folder, 'go.mod'), 'module contract\n\ngo 1.18\n');
  return compile(
    `go build and go vet ${version}`,
    [
      ['go', 'build', './...'],
      ['go', 'vet', './...'],
    ],
    folder,
  );
}

/** Compiles the Python package in `folder/models` and imports each module; Pydantic models need Pydantic 2. */
export function compilePython(folder: string, withPydantic: boolean): Compilation {
  const version = versionOf('python3', ['--version'], /Python (\d[\d.]*)/, folder);
  if (version === undefined) return missing('no python3');
  const pydantic = versionOf(
    'python3',
    ['-c', 'import pydantic; print(pydantic.VERSION)'],
    /^(2\..*)/,
    folder,
  );
  if (withPydantic && pydantic === undefined) return missing('Pydantic 2 is not installed');
  const modules = readdirSync(join(folder, 'models')).filter((name) => name.endsWith('.py'));
  const imports = modules.map((name) => `import models.${name.slice(0, -'.py'.length)}`).join('\n');
  return compile(
    `python3 ${version}${withPydantic ? `, Pydantic ${pydantic}` : ''}`,
    [
      ['python3', '-m', 'py_compile', ...modules.map((name) => join('models', name))],
      ['python3', '-c', imports],
    ],
    folder,
  );
}

/** Compiles the Java package in `folder/models`; its annotations are Jackson's, expected in CLASSPATH. */
export function compileJava(folder: string): Compilation {
  const version = versionOf('javac', ['-version'], /javac (\d[\d.]*)/, folder);
  if (version === undefined) return missing('no javac');
  const jars = (process.env['CLASSPATH'] ?? '').split(delimiter).filter((jar) => existsSync(jar));
  if (!jars.some((jar) => jar.includes('jackson-annotations')))
    return missing('no jackson-annotations in CLASSPATH');
  const files = readdirSync(join(folder, 'models')).filter((name) => name.endsWith('.java'));
  const args = ['javac', '-d', 'classes', ...files.map((name) => join('models', name))] as const;
  return compile(`javac ${version}`, [args], folder);
}

/** Runs the commands up to the first that fails. */
function compile(
  name: string,
  commands: readonly (readonly [string, ...string[]])[],
  folder: string,
): Compilation {
  for (const [command, ...args] of commands) {
    const { ok, output } = runCommand(command, args, folder);
    if (!ok) return { with: name, ran: true, problems: [firstLines(output)] };
  }
  return { with: name, ran: true, problems: [] };
}

function missing(reason: string): Compilation {
  return { with: `not compiled: ${reason}`, ran: false, problems: [] };
}

function versionOf(
  command: string,
  args: readonly string[],
  pattern: RegExp,
  folder: string,
): string | undefined {
  const { ok, output } = runCommand(command, args, folder);
  return ok ? pattern.exec(output)?.[1] : undefined;
}
