import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Operation } from './ucp-shop/protocol.ts';
import { createShapeCheck, profileShape, responseShapes } from './ucp-shop/shapes.ts';

type Document = Operation | 'profile';

/** Lists what a document violates; an empty list means that it is valid. */
export type UcpCheck = (document: Document, value: unknown) => string[];

const ownShapes = { ...responseShapes, profile: profileShape };

/**
 * Checks documents of the Universal Commerce Protocol by our own description of its shapes and, where the environment's
 * `UCP_SCHEMAS` names the folder `source/schemas` of the protocol's repository, by its official schemas too.
 */
export function createUcpCheck(folder = process.env['UCP_SCHEMAS']): UcpCheck {
  const checks = new Map(Object.entries(ownShapes).map(([name, shape]) => [name, [createShapeCheck(shape)]]));
  if (folder !== undefined) for (const [name, check] of officialChecks(folder)) checks.get(name)?.push(check);
  return (document, value) => checks.get(document)?.flatMap((check) => check(value)) ?? [];
}

const host = 'https://ucp.dev/schemas/';
const roots: Readonly<Record<Document, readonly string[]>> = {
  search_catalog: ['shopping/catalog_search.json#/$defs/search_response'],
  lookup_catalog: ['shopping/catalog_lookup.json#/$defs/lookup_response'],
  get_product: [
    'shopping/catalog_lookup.json#/$defs/get_product_response',
    'common/types/error_response.json',
  ],
  profile: ['profile.json#/$defs/business_schema'],
};

function officialChecks(folder: string): [string, (value: unknown) => string[]][] {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  formats.default(ajv);
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.json')) ajv.addSchema(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  return Object.entries(roots).map(([name, refs]) => {
    const validate = ajv.compile({ oneOf: refs.map((ref) => ({ $ref: `${host}${ref}` })) });
    return [
      name,
      (value) => (validate(value) ? [] : [`official schema: ${ajv.errorsText(validate.errors)}`]),
    ];
  });
}
