import { dirname, join, relative } from 'node:path';
import { readYaml } from './files.ts';
import { asObject, asString, atPointer, isArray, type Json, type JsonObject, asArray } from './json.ts';

/**
 * Bundles a file and every file that it refers to into one document: a whole file becomes a component schema named by
 * its title, a part of a file is copied into place. Throws on a broken reference and on two schemas with one name.
 */
export function bundleDocument(file: string): JsonObject {
  return new Bundler(file).bundle();
}

class Bundler {
  private readonly file: string;
  private readonly fileOfTitle = new Map<string, string>();
  private readonly schemas = new Map<string, Json>();

  constructor(file: string) {
    this.file = file;
  }

  bundle(): JsonObject {
    const document = asObject(this.resolve(readYaml(this.file), this.file), this.file);
    const components = asObject(document['components'] ?? {}, 'components');
    const own = asObject(components['schemas'] ?? {}, 'components.schemas');
    const names = [...this.schemas.keys()].toSorted();
    const duplicate = names.find((name) => name in own);
    if (duplicate !== undefined)
      throw new Error(`${this.file} and a file that it refers to share ${duplicate}`);
    const schemas = Object.fromEntries(names.map((name) => [name, this.schemas.get(name) ?? {}]));
    return { ...document, components: { ...components, schemas: { ...own, ...schemas } } };
  }

  private resolve(value: Json, file: string): Json {
    if (typeof value !== 'object' || value === null) return value;
    if (isArray(value)) return value.map((item) => this.resolve(item, file));
    const { $ref: reference, ...beside } = value;
    if (typeof reference === 'string' && !reference.startsWith('#')) {
      return { ...this.follow(reference, file), ...asObject(this.resolve(beside, file), file) };
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        key === 'discriminator' ? this.resolveMapping(asObject(item, key), file) : this.resolve(item, file),
      ]),
    );
  }

  /** A discriminator names the files of its branches. */
  private resolveMapping(discriminator: JsonObject, file: string): Json {
    const mapping = Object.entries(asObject(discriminator['mapping'] ?? {}, 'mapping')).map(
      ([type, reference]) => [type, this.follow(asString(reference, type), file)['$ref'] ?? ''] as const,
    );
    return { ...discriminator, mapping: Object.fromEntries(mapping) };
  }

  private follow(reference: string, from: string): JsonObject {
    const [path = '', pointer = ''] = reference.split('#');
    const file = join(dirname(from), path);
    const where = `${relative(dirname(this.file), from)}: ${reference}`;
    if (pointer !== '') {
      return asObject(this.resolve(atPointer(readYaml(file), pointer.slice(1), where), file), where);
    }
    const title = asString(asObject(readYaml(file), where)['title'], `title of ${where}`);
    this.addSchema(title, file);
    return { $ref: `#/components/schemas/${title}` };
  }

  private addSchema(title: string, file: string): void {
    const known = this.fileOfTitle.get(title);
    if (known === file) return;
    if (known !== undefined) throw new Error(`${known} and ${file} share the title ${title}`);
    this.fileOfTitle.set(title, file);
    this.schemas.set(title, this.resolve(readYaml(file), file));
  }
}

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** The contract as the generators read it: bundled documents and the requirements. */
export type Contract = ReturnType<typeof readContract>;

/** One operation: its method, path and Operation Object, with every `$ref` to a component kept. */
export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly object: JsonObject;
}

/** Reads the contract in `specFolder`; throws on a broken reference. */
export function readContract(specFolder: string) {
  return {
    openapi: bundleDocument(join(specFolder, 'openapi.yaml')),
    asyncapi: bundleDocument(join(specFolder, 'asyncapi.yaml')),
    // What the dashboard's pages call: our own server's, no part of what others implement (decision 0039).
    dashboard: bundleDocument(join(specFolder, 'dashboard.yaml')),
    requirements: asObject(readYaml(join(specFolder, 'requirements.yaml')), 'requirements.yaml'),
  };
}

/** All operations in the order of the document. Throws when an operationId is missing or duplicated. */
export function listOperations(openapi: JsonObject): ContractOperation[] {
  const operations = Object.entries(asObject(openapi['paths'], 'paths')).flatMap(([path, item]) =>
    operationsOfPath(path, asObject(item, path)),
  );
  const ids = operations.map((operation) => operation.id);
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicate !== undefined) throw new Error(`operationId ${duplicate} is duplicated`);
  return operations;
}

function operationsOfPath(path: string, item: JsonObject): ContractOperation[] {
  return methods.flatMap((method) => {
    const value = item[method];
    if (value === undefined) return [];
    const object = asObject(value, `${method} ${path}`);
    const id = object['operationId'];
    if (typeof id !== 'string') throw new Error(`${method} ${path} has no operationId`);
    return [{ id, method, path, object }];
  });
}

/** Resolves a local `$ref`; returns any other value unchanged. */
export function dereference(document: JsonObject, value: JsonObject): JsonObject {
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  const target = reference
    .slice(2)
    .split('/')
    .reduce((object, key) => asObject(object[key], reference), document);
  return dereference(document, target);
}

/** The media types of a response or request body, each with its schema. */
export function contentSchemas(body: JsonObject): [mediaType: string, schema: JsonObject][] {
  return Object.entries(asObject(body['content'] ?? {}, 'content')).map(([mediaType, media]) => [
    mediaType,
    asObject(asObject(media, mediaType)['schema'], `${mediaType} schema`),
  ]);
}

/** Whether a media type of the contract stands for JSON: the range is what the chat sends beside its stream. */
export function isJson(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType === 'application/*';
}

/** The responses of an operation by status, dereferenced. */
export function listResponses(
  openapi: JsonObject,
  operation: ContractOperation,
): { readonly status: number; readonly object: JsonObject }[] {
  const responses = asObject(operation.object['responses'], `responses of ${operation.id}`);
  return Object.entries(responses).map(([status, response]) => ({
    status: Number(status),
    object: dereference(openapi, asObject(response, `${operation.id} ${status}`)),
  }));
}

/** The parameters of an operation, dereferenced. */
export function listParameters(openapi: JsonObject, operation: ContractOperation): JsonObject[] {
  return asArray(operation.object['parameters'] ?? [], `parameters of ${operation.id}`).map((parameter) =>
    dereference(openapi, asObject(parameter, `parameter of ${operation.id}`)),
  );
}
