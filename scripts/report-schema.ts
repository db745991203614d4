import { fileURLToPath } from 'node:url';
import ts from 'typescript';

type Schema = Readonly<Record<string, unknown>>;

const source = fileURLToPath(new URL('../conformance/report/suite-report.ts', import.meta.url));

const maxEnum = 40;

interface Walk {
  readonly checker: ts.TypeChecker;
  /** Schemas of named types, for $defs. */
  readonly named: Map<string, Schema>;
}

function described(symbol: ts.Symbol, { checker }: Walk): Schema {
  const description = ts
    .displayPartsToString(symbol.getDocumentationComment(checker))
    .replaceAll(/\s+/g, ' ');
  return description === '' ? {} : { description };
}

function schemaOfUnion(type: ts.UnionType, walk: Walk): Schema {
  const members = type.types.filter((one) => (one.flags & ts.TypeFlags.Undefined) === 0);
  if (members.every((one) => (one.flags & ts.TypeFlags.BooleanLiteral) !== 0)) return { type: 'boolean' };
  const literals = members.filter((one) => one.isStringLiteral() || one.isNumberLiteral());
  // Every id of a requirement would be repeated in each schema.
  if (literals.length > maxEnum) return { type: 'string' };
  if (literals.length === members.length) return { enum: literals.map(({ value }) => value) };
  const [only] = members;
  if (members.length === 1 && only !== undefined) return schemaOf(only, walk);
  const others = members.filter((one) => (one.flags & ts.TypeFlags.BooleanLiteral) === 0);
  const hasBoolean = others.length < members.length;
  return {
    anyOf: [...others.map((one) => schemaOf(one, walk)), ...(hasBoolean ? [{ type: 'boolean' }] : [])],
  };
}

function schemaOfObject(type: ts.Type, walk: Walk): Schema {
  const index = walk.checker.getIndexInfoOfType(type, ts.IndexKind.String);
  if (index !== undefined) return { type: 'object', additionalProperties: schemaOf(index.type, walk) };
  const properties = type.getProperties().map((symbol) => {
    const property = walk.checker.getTypeOfSymbol(symbol);
    const isUnion = property.isUnion() && property.types.some((one) => one.flags & ts.TypeFlags.Undefined);
    const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0 || isUnion;
    return {
      name: symbol.name,
      isOptional,
      schema: { ...schemaOf(property, walk), ...described(symbol, walk) },
    };
  });
  return {
    type: 'object',
    required: properties.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    additionalProperties: false,
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
  };
}

/** The schema of a type; interfaces become definitions. Throws Error for a type that JSON cannot have. */
function schemaOf(type: ts.Type, walk: Walk): Schema {
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  if (type.isUnion()) return schemaOfUnion(type, walk);
  if (type.flags & ts.TypeFlags.String) return { type: 'string' };
  if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
  if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
  if (walk.checker.isArrayLikeType(type)) {
    const [item] = walk.checker.getTypeArguments(type as ts.TypeReference);
    return { type: 'array', ...(item && { items: schemaOf(item, walk) }) };
  }
  if ((type.flags & ts.TypeFlags.Object) === 0)
    throw new Error(`report.json cannot have ${walk.checker.typeToString(type)}`);
  if (!type.isClassOrInterface()) return schemaOfObject(type, walk);
  const { name } = type.symbol;
  if (!walk.named.has(name)) {
    walk.named.set(name, {});
    walk.named.set(name, { ...schemaOfObject(type, walk), ...described(type.symbol, walk) });
  }
  return { $ref: `#/$defs/${name}` };
}

/** The JSON schema of report.json, from the type that the suite writes. Throws Error where the type has no schema. */
export function reportSchema(): object {
  const program = ts.createProgram([source], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    lib: ['lib.esnext.d.ts'],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
  });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(source);
  const module = file && checker.getSymbolAtLocation(file);
  const symbol = module && checker.getExportsOfModule(module).find(({ name }) => name === 'SuiteReport');
  if (symbol === undefined) throw new Error(`no SuiteReport in ${source}`);
  const walk: Walk = { checker, named: new Map() };
  const root = schemaOf(checker.getDeclaredTypeOfSymbol(symbol), walk);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'report.json of agent-conformance',
    ...root,
    $defs: Object.fromEntries([...walk.named].toSorted(([a], [b]) => a.localeCompare(b))),
  };
}
