import { isObject, parseJson } from '../exchange.ts';
import type { ClauseFailure } from './clause-result.ts';

/** One thing that may be wrong with a target, by what is seen of it from outside. */
export interface Symptom {
  /** Failures with the same key may have the same cause. */
  readonly key: string;
  /** What is wrong, where the responses say it; undefined where the clause does. */
  readonly title?: (failures: readonly ClauseFailure[]) => string;
  /**
   * What it has to be seen in, at least in `minWheres` of them, before it is more than some smaller symptom: an operation,
   * a field.
   */
  readonly where?: string;
}

export const minWheres = 3;

const fields =
  /\b(config(?:\.[a-z_]+)?|created_at|updated_at|conversation_id|agent_id|chatbot_id|description|name|type|id)\b/;

/** The name of the only member that has the object or list that is expected in its place. */
export function wrapperOf(body: unknown): string | undefined {
  if (!isObject(body) || 'id' in body || 'error' in body) return undefined;
  const inner = Object.entries(body).filter(
    ([, value]) => isObject(value) && 'id' in value && 'name' in value,
  );
  return inner.length === 1 ? inner[0]?.[0] : undefined;
}

function unique(values: readonly (string | number | undefined)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== undefined).map(String))];
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function subjectOf(failures: readonly ClauseFailure[]): string {
  const operations = unique(failures.map(({ operation }) => operation));
  return operations.length >= minWheres ? 'Everything' : listOf(operations);
}

const bodyClauses: ReadonlySet<string> = new Set(['R-1-07', 'R-7-13', 'R-2.5-01', 'R-2.5-02', 'R-2.5-03']);

/** The statuses that an expectation names; success, where an error is all that is wrong and it names none. */
function expectedStatuses({ requirement, expected, actual, response }: ClauseFailure): string | undefined {
  if (/\baccepted\b|\bsucceeds?\b/.test(expected)) return 'success';
  const named = /\bstatus (\d{3}(?:(?:, | or )\d{3})*)/.exec(expected)?.[1];
  if (named !== undefined || bodyClauses.has(requirement) || (response?.status ?? 0) < 400) return named;
  const isAboutStatus =
    actual.startsWith(`status ${response?.status}`) && !/rejected|no success/.test(expected);
  return isAboutStatus ? 'success' : undefined;
}

function isSuccess(statuses: string): boolean {
  return statuses === 'success' || statuses.startsWith('2');
}

/** Whether a body is an error of the contract. Source 2.5. */
function isError(body: unknown): boolean {
  return isObject(body) && typeof body['error'] === 'string' && Number(body['status']) >= 400;
}

function code(names: readonly string[]): string {
  return listOf(names.map((name) => `\`${name}\``));
}

/** What an error body is in place of `error` and `status`. */
function bodyOfErrors({ response }: ClauseFailure): string | undefined {
  if (response === undefined) return undefined;
  if (response.body === '') return 'come without a body';
  const [type = ''] = response.contentType.split(';');
  const body = parseJson(response.body);
  if (!isObject(body)) return `are ${type || 'of no media type'}, and no JSON object`;
  const missing = ['error', 'status'].filter((name) => !(name in body));
  const others = Object.keys(body).filter((name) => !['error', 'status'].includes(name));
  if (missing.length === 0) return undefined;
  return others.length === 0 ? `lack ${code(missing)}` : `have ${code(others)}, and no ${code(missing)}`;
}

/** The symptom of an error whose body is of another form. Source 2.5. */
function ofErrorBody(failure: ClauseFailure): readonly Symptom[] {
  const { response, requirement } = failure;
  const what = bodyOfErrors(failure);
  if (what === undefined || !bodyClauses.has(requirement) || (response?.status ?? 0) < 400) return [];
  const title = (all: readonly ClauseFailure[]): string => {
    const statuses = unique(all.map((one) => one.response?.status));
    return `Errors${statuses.length < minWheres ? ` with status ${listOf(statuses)}` : ''} ${what}`;
  };
  return [{ key: `errors ${what}`, title }];
}

/** What an invalid request that was accepted has. */
function invalidOf({
  expected,
}: ClauseFailure): { readonly kind: string; readonly what: string } | undefined {
  const text = / for (?:a|the) body (?:with )?(.+)$/.exec(expected)?.[1];
  if (text !== undefined) return { kind: 'JSON', what: text };
  const field = fields.exec(expected.replace(/^status [\d, or]+/, ''))?.[1];
  return field === undefined ? undefined : { kind: field, what: field };
}

function ofAccepted(failure: ClauseFailure): readonly Symptom[] {
  const { operation, requirement } = failure;
  const invalid = invalidOf(failure);
  if (invalid?.kind === 'JSON') {
    const title = (all: readonly ClauseFailure[]): string => {
      const whats = unique(all.map((one) => invalidOf(one)?.what));
      return whats.length === 1
        ? `A body with ${whats.join('')} is accepted`
        : 'Bodies that are no JSON are accepted';
    };
    return [{ key: 'JSON reader', title }];
  }
  const field = invalid?.what ?? requirement;
  const named = invalid && { title: () => `${operation} accepts an invalid ${invalid.what}` };
  return [
    { key: `${operation} accepts ${field}`, ...named },
    { key: `${operation} accepts`, where: field, title: () => `${operation} accepts invalid requests` },
  ];
}

/** The symptoms of a status: an error of the server, or another status than expected. */
function ofStatus(failure: ClauseFailure): readonly Symptom[] {
  const { operation, response, requirement } = failure;
  if (response === undefined || operation === undefined) return [];
  const { status } = response;
  const statuses = expectedStatuses(failure);
  const title = (all: readonly ClauseFailure[]): string => `${subjectOf(all)} responds with ${status}`;
  const responds: readonly Symptom[] = [
    { key: `${operation} responds with ${status}`, title },
    { key: `responds with ${status}`, title, where: operation },
  ];
  if (status >= 500) return responds;
  if (statuses === undefined || statuses.includes(String(status))) return [];
  if (status < 300 && isError(parseJson(response.body))) {
    const ofErrors = (all: readonly ClauseFailure[]): string =>
      subjectOf(all) === 'Everything'
        ? `All errors come with status ${status}`
        : `${subjectOf(all)} responds to errors with ${status}`;
    return [{ key: 'errors with success', title: ofErrors }];
  }
  const isNoJson = invalidOf(failure)?.kind === 'JSON' && [200, 201, 404].includes(status);
  if (status < 300 || isNoJson) return isSuccess(statuses) ? [] : ofAccepted(failure);
  if (!isSuccess(statuses)) {
    const [wanted = ''] = statuses.split(/\D/);
    const instead = (all: readonly ClauseFailure[]): string =>
      `${subjectOf(all)} responds with ${status} where ${wanted} is expected`;
    return [{ key: `${status} for ${wanted}`, title: instead }, ...responds];
  }
  if ([401, 403, 404].includes(status)) return responds;
  const rejects = `${operation} rejects a valid request with ${status}`;
  return [
    { key: `${rejects} ${requirement}`, title: () => rejects },
    { key: rejects, title: () => rejects, where: requirement },
  ];
}

/** The field that a failure is about, so that its storage, its default and its lists are one cause. */
function fieldOf({ expected, actual }: ClauseFailure): string | undefined {
  const own = fields.exec(expected)?.[1];
  return own !== undefined && !/^each |^the created/.test(expected) ? own : fields.exec(actual)?.[1];
}

/** What one part of a server decides for all of its operations. */
function ofGuards({ requirement, expected, response }: ClauseFailure): readonly Symptom[] {
  if ((response?.status ?? 200) >= 300) return [];
  if (/plain HTTP/.test(expected) && response !== undefined)
    return [{ key: 'plain http', title: () => 'Requests over plain HTTP are served' }];
  if (['R-4.2-03', 'R-5-14'].includes(requirement))
    return [{ key: 'stores', title: () => 'A key gives access to what is of another store' }];
  return /401|without (?:a valid key|Authorization)/.test(expected)
    ? [{ key: 'no key', title: () => 'Requests without a valid key are served' }]
    : [];
}

/** A reply without its last event, of which two clauses speak. */
function ofEnds({ expected }: ClauseFailure): readonly Symptom[] {
  return /^an end event when the reply is complete|^a stream that ends with end or error/.test(expected)
    ? [{ key: 'no end', title: () => 'Replies have neither an end event nor an error event at their end' }]
    : [];
}

/** A whole object in the place of another one, and names that are spelled in another way. */
function ofNames({ operation, response, actual }: ClauseFailure): readonly Symptom[] {
  const isShown = response !== undefined && response.status < 300;
  const wrapper = isShown ? wrapperOf(parseJson(response.body)) : undefined;
  if (wrapper !== undefined) {
    const what = operation === 'POST /api/agents' ? 'Every created agent' : `The object of ${operation}`;
    return [{ key: `wrapper ${wrapper}`, title: () => `${what} comes wrapped in \`${wrapper}\`` }];
  }
  const [, name, spelled] = /expected `(\w+)`, found `([\w-]+)`$/.exec(actual) ?? [];
  return name === undefined
    ? []
    : [{ key: `spelling of ${name}`, title: () => `\`${name}\` is spelled \`${spelled}\`` }];
}

/** What an expectation is about, without the case that showed it and the values in it. */
function expectationOf({ requirement, expected }: ClauseFailure): string {
  const withoutValues = expected.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  return `${requirement} ${withoutValues.split(/,| for | after | with | in /)[0]}`;
}

/** What is broken by a failure: an expectation of an operation and a status. */
export function kindOf(failure: ClauseFailure): string {
  return `${failure.operation} ${failure.response?.status} ${expectationOf(failure)}`;
}

/** What responses do not say by themselves: then a field, an expectation or a request is what failures share. */
function ofValue(failure: ClauseFailure): readonly Symptom[] {
  const { operation, actual } = failure;
  const field = operation?.endsWith('/api/agents') === true ? fieldOf(failure) : undefined;
  const isMissing = operation === 'POST /api/agents' && /(?:(?:got|returned) nothing|missing)$/.test(actual);
  return [
    ...(isMissing ? [{ key: 'created agents lack fields' }] : []),
    ...(field === undefined ? [] : [{ key: `field ${field}` }]),
    { key: expectationOf(failure) },
    // One response may break several clauses.
    { key: `${operation} ${actual}` },
  ];
}

/** The symptoms of a failure, those that say more first. */
export function symptomsOf(failure: ClauseFailure): readonly Symptom[] {
  const { operation, response } = failure;
  if (operation !== undefined && response === undefined)
    return [{ key: `${operation} is silent`, title: () => `${operation} does not respond` }];
  const shown = [ofNames, ofGuards, ofEnds, ofErrorBody, ofStatus].flatMap((symptoms) => symptoms(failure));
  return shown.length > 0 ? shown : ofValue(failure);
}
