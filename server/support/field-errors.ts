export type FieldPath = readonly (string | number)[];

const maxNameLength = 64;

/** A field path as text: `config.mcp_capabilities[2].type`. Long names, which come from clients, are truncated. */
export function fieldName(path: FieldPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? shortName(step) : `.${shortName(step)}`;
  }
  return text === '' ? '""' : text;
}

function shortName(name: string): string {
  if (name === '') return '""';
  const shown = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}...` : name;
  return shown.toWellFormed();
}

/** One broken rule, as express-openapi-validator reports it. */
export interface Violation {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
}

/** A broken rule as ajv reports it. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Converts an ajv error to the form of express-openapi-validator, so that both get the same messages. */
export function violationOf({ keyword, instancePath, message = '', params }: SchemaError): Violation {
  const name = params['missingProperty'] ?? params['additionalProperty'];
  const allowed = params['allowedValues'];
  return {
    path: `/body${instancePath}${name === undefined ? '' : `/${String(name)}`}`,
    message: Array.isArray(allowed) ? `${message}: ${allowed.join(', ')}` : message,
    errorCode: `${keyword}.openapi.validation`,
  };
}

/** A message that names the field and the rule: `config.temperature must be <= 1`. */
export function describeViolation(violation: Violation | undefined, body: unknown): string {
  if (violation === undefined) return 'the request is invalid';
  const { path, message, errorCode } = violation;
  const [, source = '', ...rest] = path.split('/');
  const inQuery = source === 'query';
  switch (errorCode) {
    case undefined:
      return queryProblem(rest.join('/'), message);
    case 'required.openapi.validation':
      return `${fieldName(knownField(rest))} is required`;
    case 'additionalProperties.openapi.validation':
      return `unknown field ${fieldName(unknownField(rest.join('/'), body))}`;
    default:
      return `${fieldName(inQuery ? rest : knownField(rest))} ${readable(message)}`;
  }
}

// Only unknown and empty query parameters have no error code.
function queryProblem(name: string, message: string): string {
  return message.startsWith('Empty')
    ? `${fieldName([name])} must not be empty`
    : `unknown query parameter ${fieldName([name])}`;
}

function knownField(steps: readonly string[]): FieldPath {
  return steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** The last name is the client's and may contain a slash; the names before it are fields of the contract. */
function unknownField(path: string, body: unknown): FieldPath {
  const steps: (string | number)[] = [];
  let [rest, node] = [path, body];
  for (;;) {
    const slash = rest.indexOf('/');
    const step = rest.slice(0, slash);
    const child = slash < 0 ? undefined : childOf(node, step);
    if (typeof child !== 'object' || child === null) return [...steps, rest];
    steps.push(Array.isArray(node) ? Number(step) : step);
    [rest, node] = [rest.slice(slash + 1), child];
  }
}

function childOf(node: unknown, step: string): unknown {
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
  return Reflect.get(node, step);
}

function readable(message: string): string {
  return message
    .replace(/^must NOT have fewer than 1 characters$/, 'must not be empty')
    .replace(/^must be (string|number|boolean)$/, 'must be a $1')
    .replace(/^must be (integer|object|array)$/, 'must be an $1')
    .replace(/\bNOT\b/, 'not')
    .replace(/^must be equal to one of the allowed values/, 'must be one of');
}
