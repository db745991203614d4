import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { build } from 'esbuild';
import { asArray, asObject, asStrings, isArray, type Json, type JsonObject } from '../contract/json.ts';

// TypeScript and Node resolve the default export of these CommonJS modules differently.
const require = createRequire(import.meta.url);
const writeStandalone = require('ajv/dist/standalone') as (
  ajv: Ajv2020,
  exports: Readonly<Record<string, string>>,
) => string;
const addFormats = require('ajv-formats') as (ajv: Ajv2020, formats: readonly string[]) => void;

/**
 * Compiles every component schema into a function `schema_<Name>`, appends `tail`, which may export them, and inlines
 * their run-time helpers. Throws when a schema is not strict JSON Schema 2020-12.
 */
export async function compileSchemas(openapi: JsonObject, tail: string): Promise<string> {
  const schemas = Object.entries(
    asObject(asObject(openapi['components'], 'components')['schemas'], 'schemas'),
  );
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    discriminator: true,
    code: { source: true, esm: true, lines: true },
  });
  addFormats(ajv, ['date-time', 'email']);
  for (const [name, schema] of schemas) ajv.addSchema(prepare(schema, schemas) as JsonObject, name);
  const exports = Object.fromEntries(schemas.map(([name]) => [`schema_${name}`, name]));
  const source = writeStandalone(ajv, exports).replaceAll(/^export const /gm, 'const ');
  return inlineImports(`${source}\n${tail}`);
}

/**
 * Refers to component schemas by name, and gives unions by `type` a discriminator as Ajv has it, without a mapping, so
 * that errors name one branch.
 */
function prepare(value: Json, schemas: readonly (readonly [string, Json])[]): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.map((item) => prepare(item, schemas));
  // Ajv rejects keywords that it does not know, such as x-required-by.
  const known = Object.entries(value).filter(([key]) => !key.startsWith('x-'));
  const entries = known.map(([key, item]): [string, Json] =>
    key === '$ref' && typeof item === 'string'
      ? [key, item.replace('#/components/schemas/', '')]
      : [key, prepare(item, schemas)],
  );
  return { ...Object.fromEntries(entries), ...discriminate(value, new Map(schemas)) };
}

function discriminate(schema: JsonObject, schemas: ReadonlyMap<string, Json>): JsonObject {
  if (schema['oneOf'] === undefined) return {};
  const branches = asArray(schema['oneOf'], 'oneOf').map((item) => {
    const branch = asObject(item, 'oneOf');
    if (branch['$ref'] === undefined) return branch;
    const name = String(branch['$ref']).replace('#/components/schemas/', '');
    return asObject(schemas.get(name), `oneOf ${name}`);
  });
  const byType = branches.every((branch) => asStrings(branch['required'], 'required').includes('type'));
  return byType ? { type: 'object', discriminator: { propertyName: 'type' } } : {};
}

async function inlineImports(source: string): Promise<string> {
  const root = dirname(dirname(import.meta.dirname));
  const result = await build({
    stdin: { contents: source, resolveDir: root, sourcefile: 'schemas.js' },
    absWorkingDir: root,
    // The output has paths in comments: keep them equal where node_modules is a link.
    preserveSymlinks: true,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
    legalComments: 'none',
  });
  return result.outputFiles[0]?.text ?? '';
}
