import { dirname, join, relative } from 'node:path';
import { readYaml } from './files.ts';
import { asObject, asString, atPointer, isArray, type Json, type JsonObject } from './json.ts';

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
