import { dereference, methods } from './contract.ts';
import {
  asArray,
  asObject,
  asString,
  asStrings,
  isArray,
  isObject,
  mapValues,
  type Json,
  type JsonObject,
} from './json.ts';

/** The document as it is published: without `x-core`, which is only for `toCoreDocument`. */
export function toFullDocument(document: JsonObject): JsonObject {
  return asObject(withoutCore(document), 'document');
}

function withoutCore(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.map(withoutCore);
  const { 'x-core': _core, ...rest } = value;
  return mapValues(rest, withoutCore);
}

/**
 * What every deployment must do (decision 0051): the document without what `x-binding` marks as `ours`, with what `x-core`
 * has in its place, and without components and tags that nothing uses then.
 */
export function toCoreDocument(document: JsonObject): JsonObject {
  const core = asObject(new Core(document).strip(document), 'core');
  return withoutUnusedTags(withoutOrphans(core));
}

class Core {
  private readonly document: JsonObject;

  constructor(document: JsonObject) {
    this.document = document;
  }

  /** A copy without what is ours; undefined when nothing is left. */
  strip(value: Json): Json | undefined {
    if (typeof value !== 'object' || value === null) return value;
    if (isArray(value)) {
      const items = value.map((item) => this.strip(item)).filter((item) => item !== undefined);
      return items.length === 0 && value.length > 0 ? undefined : items;
    }
    return this.isOurs(value) ? undefined : this.stripObject(value);
  }

  private isOurs(value: JsonObject): boolean {
    if (value['x-binding'] === 'ours') return true;
    const reference = value['$ref'];
    return typeof reference === 'string' && dereference(this.document, value)['x-binding'] === 'ours';
  }

  private stripObject({ 'x-core': replacement, 'x-binding': binding, ...own }: JsonObject): Json | undefined {
    const bindings = isObject(binding) ? binding : {};
    const ours = keysOf(bindings, (word) => word === 'ours');
    // On an operation the map names statuses.
    const responses = own['responses'];
    const statuses =
      responses === undefined ? {} : { responses: omit(asObject(responses, 'responses'), ours) };
    const parts = Object.entries(omit({ ...own, ...statuses }, ours)).map(
      ([key, item]) => [key, key === 'security' ? this.stripSecurity(item) : this.strip(item)] as const,
    );
    const kept = Object.fromEntries(parts.filter(([, item]) => item !== undefined)) as JsonObject;
    const changes = replacement === undefined ? {} : asObject(replacement, 'x-core');
    const merged = merge(withoutRequired(own, kept), changes);
    if (Object.keys(merged).length === 0 && Object.keys(own).length > 0) return undefined;
    const left = omit(bindings, ours);
    const marks = typeof binding === 'string' ? binding : Object.keys(left).length > 0 ? left : undefined;
    return marks === undefined ? merged : { ...merged, 'x-binding': marks };
  }

  /** Requirements of a scheme that is ours go; an empty list stays: no credential is needed. */
  private stripSecurity(security: Json): Json {
    const schemes = asObject(
      asObject(this.document['components'], 'components')['securitySchemes'],
      'schemes',
    );
    const names = keysOf(schemes, (scheme) => asObject(scheme, 'scheme')['x-binding'] === 'ours');
    return asArray(security, 'security').filter(
      (requirement) => !names.some((name) => name in asObject(requirement, 'security')),
    );
  }
}

/** A removed property is not required either. */
function withoutRequired(before: JsonObject, after: JsonObject): JsonObject {
  if (before['properties'] === undefined || !isArray(after['required'] ?? '')) return after;
  const [had, has] = [before, after].map(({ properties }) => asObject(properties ?? {}, 'properties'));
  const required = asStrings(after['required'], 'required').filter(
    (name) => !(name in (had ?? {})) || name in (has ?? {}),
  );
  return { ...after, required };
}

/** Without components that nothing refers to, directly or through others. */
function withoutOrphans(document: JsonObject): JsonObject {
  const components = asObject(document['components'] ?? {}, 'components');
  const used = new Set<string>();
  const visit = (value: Json): void => {
    for (const reference of referencesOf(value)) {
      const [kind = '', name = ''] = reference.split('/');
      const target = asObject(components[kind] ?? {}, kind)[name];
      if (target === undefined || used.has(reference)) continue;
      used.add(reference);
      visit(target);
    }
  };
  visit(omit(document, ['components']));
  const kept = Object.entries(components).map(([kind, group]) => {
    const members = asObject(group, kind);
    return [
      kind,
      omit(
        members,
        Object.keys(members).filter((name) => !used.has(`${kind}/${name}`)),
      ),
    ] as const;
  });
  return {
    ...document,
    components: Object.fromEntries(kept.filter(([, members]) => Object.keys(members).length > 0)),
  };
}

/** What a value refers to: `schemas/Agent`; security requirements name their schemes. */
function referencesOf(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isArray(value)) return value.flatMap(referencesOf);
  return Object.entries(value).flatMap(([key, item]) => {
    if (key === '$ref') return [asString(item, '$ref').replace('#/components/', '')];
    if (key !== 'security') return referencesOf(item);
    const names = asArray(item, 'security').flatMap((requirement) =>
      Object.keys(asObject(requirement, 'security')),
    );
    return [...names.map((name) => `securitySchemes/${name}`), ...referencesOf(item)];
  });
}

function withoutUnusedTags(document: JsonObject): JsonObject {
  if (document['tags'] === undefined) return document;
  const items = Object.values(asObject(document['paths'], 'paths')).map((item) => asObject(item, 'path'));
  const operations = items.flatMap((item) => methods.flatMap((method) => item[method] ?? []));
  const used = operations.flatMap((operation) => asStrings(asObject(operation, 'operation')['tags'], 'tags'));
  const tags = asArray(document['tags'], 'tags').filter((tag) =>
    used.includes(asString(asObject(tag, 'tag')['name'], 'tag')),
  );
  return { ...document, tags };
}

function merge(value: JsonObject, changes: JsonObject): JsonObject {
  const merged = Object.entries(changes).map(([key, change]) => {
    const before = value[key];
    return [key, isObject(before) && isObject(change) ? merge(before, change) : change] as const;
  });
  return { ...value, ...Object.fromEntries(merged) };
}

function keysOf(object: JsonObject, matches: (value: Json) => boolean): string[] {
  return Object.keys(object).filter((key) => matches(object[key] ?? null));
}

function omit(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
