import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InvalidArgumentError, type Command, type Option } from 'commander';
import { isObject } from '../exchange.ts';
import { createProgram, keyOptions, type Options } from './options.ts';
import { UsageError } from './usage-error.ts';

export const configFileName = 'conformance.config.json';

// A file that is committed must not contain a key (source 5.9).
const notInFiles = new Set([...keyOptions, 'config', 'list', 'version', 'help', 'replay']);
// Relative to the folder of the configuration file.
const paths = new Set(['apiKeyFile', 'baseline', 'ca', 'reportDir']);

function optionsOfFile(program: Command): readonly Option[] {
  return program.options.filter((option) => !notInFiles.has(option.attributeName()));
}

function schemaOf(option: Option): object {
  const { description, argChoices } = option;
  if (option.isBoolean()) return { type: 'boolean', description };
  if (argChoices !== undefined) return { enum: argChoices, description };
  const parser = option.parseArg as { readonly schema?: object } | undefined;
  return { ...(parser?.schema ?? { type: 'string' }), description };
}

/** The JSON schema of conformance.config.json: every option but keys, named as in the help, in camel case. */
export function configSchema(): object {
  const options = optionsOfFile(createProgram());
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Options of agent-conformance (${configFileName})`,
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(options.map((option) => [option.attributeName(), schemaOf(option)])),
    },
  };
}

function readObject(file: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isObject(content)) return content;
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message.replaceAll(/\s+/g, ' ')}`);
  }
  throw new UsageError(`${file} is not a JSON object with options`);
}

/** The text that the command line would have for a value, or undefined where its type is wrong. */
function textOf(option: Option, value: unknown): string | undefined {
  const parser = option.parseArg as { readonly schema?: { readonly type?: string } } | undefined;
  const type = parser?.schema?.type ?? 'string';
  if (type === 'array') {
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
    return isList ? value.join(',') : undefined;
  }
  const expected = type === 'string' ? 'string' : 'number';
  // oxlint-disable-next-line valid-typeof
  return typeof value === expected ? String(value) : undefined;
}

function valueOf(option: Option, value: unknown, folder: string): unknown {
  const name = option.attributeName();
  if (option.isBoolean()) {
    if (typeof value === 'boolean') return value;
    throw new InvalidArgumentError('It must be true or false.');
  }
  const text = textOf(option, value);
  if (text === undefined) throw new InvalidArgumentError(`It has the wrong type: ${JSON.stringify(value)}.`);
  if (paths.has(name)) return resolve(folder, text);
  return option.parseArg === undefined ? text : option.parseArg(text, undefined);
}

function optionOf(name: string, program: Command, file: string): Option {
  const found = optionsOfFile(program).find((option) => option.attributeName() === name);
  if (found !== undefined) return found;
  if (!keyOptions.includes(name)) throw new UsageError(`${file}: there is no option ${JSON.stringify(name)}`);
  const variable = `CONFORMANCE_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;
  throw new UsageError(`${file}: ${name} must not be in a file that is shared; set ${variable}`);
}

function isGiven(program: Command, name: string): boolean {
  return !['default', undefined].includes(program.getOptionValueSource(name));
}

/** Sets the options of a file that are given neither on the command line nor in the environment. */
function applyFile(program: Command, file: string): void {
  for (const [name, value] of Object.entries(readObject(file))) {
    if (name === '$schema') continue;
    const option = optionOf(name, program, file);
    if (isGiven(program, name) || (name === 'apiKeyFile' && isGiven(program, 'apiKey'))) continue;
    try {
      program.setOptionValueWithSource(name, valueOf(option, value, dirname(file)), 'config');
    } catch (error) {
      throw new UsageError(`${file}: ${name}: ${(error as Error).message}`);
    }
  }
}

/** One key counts, that of the command line before that of the environment. Throws UsageError for two in one place. */
function chooseKey(program: Command): void {
  const [key, file] = ['apiKey', 'apiKeyFile'].map((name) => program.getOptionValueSource(name));
  if (key !== undefined && key === file)
    throw new UsageError('--api-key and --api-key-file exclude each other: give one of them');
  // Otherwise the file takes precedence.
  if (key === 'cli') program.setOptionValue('apiKeyFile', undefined);
}

/**
 * The options of the command line, the environment and the configuration file, in this order of precedence. The file
 * is `--config`, or conformance.config.json in `folder` where there is one. Throws CommanderError and UsageError.
 */
export function readOptions(program: Command, args: readonly string[], folder: string): Options {
  const { config } = program.parse(args, { from: 'user' }).opts<Options>();
  chooseKey(program);
  const file = resolve(folder, config ?? configFileName);
  if (config !== undefined || existsSync(file)) applyFile(program, file);
  return program.opts<Options>();
}
