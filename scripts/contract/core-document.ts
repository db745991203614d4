import { methods } from './contract.ts';
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
import { bindingTexts } from './requirements.ts';

/** Names the keys of its object that rest on a requirement, by the requirement's id (decision 0051). */
export const citationKey = 'x-required-by';

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
 * What every deployment must do (decision 0051), built from citations: a key is in the core if `x-required-by` of its object
 * names a stated or derived requirement for it, with the value of `x-core` where there is one, and a description consists
 * of the requirements. Components and tags that nothing uses then are left out. Throws for a citation of an open requirement,
 * or of a key that is not there.
 */
export function toCoreDocument(document: JsonObject, requirements: JsonObject): JsonObject {
  const built = new Core(bindingTexts(requirements)).build(document, noCitations, false);
  const core = asObject(built, 'core');
  const { 'x-core': own = {}, ...info } = { ...Object(document['info']), ...Object(core['info']) };
  return withoutUnusedTags(withoutOrphans({ ...core, info: merge(info, asObject(own, 'x-core')) }));
}

/** Whether a requirement is named for a value, or for a part of it. */
export function isCited(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isArray(value)) return value.some(isCited);
  return citationKey in value || Object.values(value).some(isCited);
}

/** Ids by key; `responses.401` is the member of a key. */
type Citations = ReadonlyMap<string, readonly string[]>;

const noCitations: Citations = new Map();

/** What a document needs to be one, and claims nothing. */
const documentKeys = new Set([
  'openapi',
  'asyncapi',
  'info',
  'operationId',
  'tags',
  'title',
  'name',
  'in',
  'discriminator',
]);

class Core {
  private readonly texts: ReadonlyMap<string, string>;

  constructor(texts: ReadonlyMap<string, string>) {
    this.texts = texts;
  }

  /** A copy of what is cited; undefined when nothing is. A cited value without citations of its own is cited as a whole. */
  build(value: Json, members: Citations, cited: boolean): Json | undefined {
    if (members.size === 0 && !isCited(value)) return cited ? value : undefined;
    if (isObject(value)) return this.buildObject(value, members);
    if (!isArray(value)) return value;
    return value.map((item) => this.build(item, noCitations, false)).filter((item) => item !== undefined);
  }

  private buildObject(
    { 'x-core': coreValues = {}, [citationKey]: own, ...given }: JsonObject,
    members: Citations,
  ): Json | undefined {
    if (own === undefined && given['operationId'] !== undefined) return undefined;
    const citations = new Map([...readCitations(own), ...members]);
    for (const ids of citations.values()) this.textsOf(ids);
    const values = merge(given, asObject(coreValues, 'x-core'));
    const kept = Object.entries(values).flatMap(([key, item]) => {
      // Where the parent names some members, the others are ours.
      if (members.size > 0 && !members.has(key)) return [];
      const built = this.buildKey(key, item, citations, values);
      return built === undefined ? [] : [[key, built] as const];
    });
    const core = withoutRequired(values, Object.fromEntries(kept));
    for (const key of readCitations(own).keys())
      if (key.split('.').reduce<Json | undefined>(memberOf, core) === undefined)
        throw new Error(`${citationKey}: nothing at ${key} of ${JSON.stringify(values).slice(0, 80)}`);
    if (own !== undefined) return { ...core, [citationKey]: own };
    return kept.length === 0 ? undefined : core;
  }

  private buildKey(key: string, item: Json, citations: Citations, values: JsonObject): Json | undefined {
    if (key === 'x-requirements') {
      const binding = asStrings(item, key).filter((id) => this.texts.has(id));
      return binding.length === 0 ? undefined : binding;
    }
    if (key === 'properties') return this.buildProperties(asObject(item, key));
    if (key === 'description') return this.describe(citations, values);
    if (key === 'summary') return this.textsOf(citations.get(key) ?? [])[0];
    if (documentKeys.has(key)) return this.build(item, noCitations, true) ?? item;
    const below = [...citations].flatMap(([path, ids]) =>
      path.startsWith(`${key}.`) ? [[path.slice(key.length + 1), ids] as const] : [],
    );
    return this.build(item, new Map(below), citations.has(key));
  }

  private buildProperties(properties: JsonObject): Json {
    const built = Object.entries(properties).map(
      ([name, schema]) => [name, this.build(schema, noCitations, false)] as const,
    );
    return Object.fromEntries(
      built.flatMap(([name, schema]) => (schema === undefined ? [] : [[name, schema]])),
    );
  }

  /** The requirements that an operation or event lists, or else those of the object's keys. */
  private describe(citations: Citations, values: JsonObject): string | undefined {
    const listed = asStrings(values['x-requirements'], 'x-requirements').filter((id) => this.texts.has(id));
    const own = [...citations].flatMap(([path, ids]) => (path.includes('.') ? [] : ids));
    const texts = this.textsOf([...new Set(listed.length > 0 ? listed : own)]);
    return texts.length < 2 ? texts[0] : texts.map((text) => `- ${text}`).join('\n');
  }

  private textsOf(ids: readonly string[]): string[] {
    return ids.map((id) => {
      const text = this.texts.get(id);
      if (text === undefined) throw new Error(`${citationKey}: ${id} is open, or does not exist`);
      return text;
    });
  }
}

/** The ids by key of a map of keys by id. */
export function readCitations(value: Json | undefined): Citations {
  const pairs = Object.entries(asObject(value ?? {}, citationKey)).flatMap(([id, keys]) =>
    (typeof keys === 'string' ? [keys] : asStrings(keys, `${citationKey}.${id}`)).map((key) => ({ key, id })),
  );
  const groups = [...Map.groupBy(pairs, ({ key }) => key)];
  return new Map(groups.map(([key, group]) => [key, group.map(({ id }) => id)]));
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? value[key] : undefined;
}

/** A removed property is not required either. */
function withoutRequired(before: JsonObject, after: JsonObject): JsonObject {
  if (before['properties'] === undefined || !isArray(after['required'] ?? '')) return after;
  const properties = asObject(after['properties'], 'properties');
  return {
    ...after,
    required: asStrings(after['required'], 'required').filter((name) => name in properties),
  };
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

function omit(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
