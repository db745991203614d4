import { unexpected } from '../../model/verify-error.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { isSame, parseExactly, showExactly } from '../../arbitraries/exact-json.ts';
import {
  ambiguousJson,
  capabilityNamesInAnotherCase,
  hardTexts,
  inexactNumbers,
  integersAsFloats,
  optionalNameInAnotherCase,
  spelledNumbers,
  temperatureOfPrototype,
  unreliableTexts,
  unusualJson,
  type JsonCase,
  malformedJson,
  malformedNumbers,
} from '../../arbitraries/json-cases.ts';
import { valueAt } from '../../arbitraries/violations.ts';
import { atOnce, type Check, type CheckContext, type Finding } from '../../check.ts';
import { isObject, type AgentCreate, type Exchange, isAccepted } from '../../exchange.ts';
import { sentFields } from '../../model/agent-fields.ts';
import { markOf, notAccepted } from '../agents/create.ts';
import { untestedIfFull } from '../fixtures.ts';
import {
  isOpen,
  observeOpenCases,
  requestOf,
  verifyNoFault,
  maxFailingCases,
  verifyRejected,
} from './verify-case.ts';
import { markedTwin } from '../agents/invalid-creates.ts';

interface SentCase {
  readonly one: JsonCase;
  readonly exchange: Exchange;
}

function casesOf(valid: AgentCreate): readonly JsonCase[] {
  const number = 'config.max_tokens';
  return [
    ...spelledNumbers(valid, number, ['4096']),
    ...integersAsFloats(valid, number, ['4096.0', '4.096e3', '4.096E+3', '40960e-1', '1.5']),
    ...spelledNumbers(valid, 'config.temperature', ['0.50', '5e-1', '0', '0.0', '1.0']),
    ...unusualJson(valid, 'name'),
    ...ambiguousJson(valid, 'name'),
    ...inexactNumbers(valid, number),
    ...hardTexts(valid, 'name'),
    ...unreliableTexts(valid, 'name'),
    // Reported before the others without a temperature, which a changed prototype breaks, too.
    temperatureOfPrototype(valid),
    optionalNameInAnotherCase(valid, 'config.temperature', 'Temperature', '0.7'),
    optionalNameInAnotherCase(valid, number, 'MAX_TOKENS', '4096'),
    ...capabilityNamesInAnotherCase(valid, valid.config.mcp_capabilities?.[0]),
  ];
}

const clausesOfDefaults: Readonly<Record<string, RequirementId>> = {
  'config.temperature': 'R-2.2-06',
  'config.max_tokens': 'R-2.2-08',
};

/** The clause that a changed value violates: of the field, or of the default of a field that was not sent. */
function clauseOf({ path, isDefault }: NonNullable<JsonCase['kept']>): RequirementId {
  const field = sentFields.find((one) => path === one.path || path.startsWith(`${one.path}.`));
  return (isDefault === true ? clausesOfDefaults[path] : field?.kept) ?? 'R-4.3-05';
}

/** Verifies that a JSON text, of a create response or a listed agent, has the value of a case as it was sent. */
function verifyKept(
  { one, exchange }: SentCase,
  agent: unknown,
  verb: 'returned' | 'listed',
): readonly Finding[] {
  if (one.kept === undefined || one.expectation === 'unreliable') return [];
  const { path, values } = one.kept;
  const value = valueAt(agent, path);
  if (values.some((sent) => isSame(sent, value))) return [];
  const isDefault = one.kept.isDefault === true;
  const expected = [
    'json-value-kept',
    path,
    isDefault ? 'with its default for' : 'as it was sent in',
    one.what,
  ] as const;
  const shown = values.map(showExactly).join(' or ');
  const actual = `${isDefault ? 'default' : 'sent'} ${shown}, ${verb} ${showExactly(value)}`;
  const requirements = isDefault ? ([clauseOf(one.kept), 'R-4.3-04'] as const) : [clauseOf(one.kept)];
  return requirements.map((requirement) => ({ requirement, expected, actual, exchange }));
}

/** What follows from a text that RFC 8259 leaves to parsers; undefined where it is rejected or kept. */
function consequenceOf({ one, exchange }: SentCase): string | undefined {
  const { expectation, what, kept } = one;
  if (expectation !== 'unreliable' || !isAccepted(exchange)) return undefined;
  if (kept === undefined) return `JSON with ${what} is accepted`;
  const value = valueAt(parseExactly(exchange.text), kept.path);
  const isKept = kept.values.some((sent) => isSame(sent, value));
  return isKept ? undefined : `JSON with ${what} is accepted, and ${kept.path} becomes ${showExactly(value)}`;
}

function verifyCase(sent: SentCase): readonly Finding[] {
  const { one, exchange } = sent;
  if (isAccepted(exchange)) return verifyKept(sent, parseExactly(exchange.text), 'returned');
  if (isOpen(one)) return verifyNoFault(exchange, one, 'R-7-06');
  const clause = one.kept === undefined ? 'R-4.3-05' : 'R-4.3-10';
  return [notAccepted(exchange, clause, `a valid body with ${one.what}`)];
}

/** Verifies each accepted case in the list: a value may change on its way to the database and back. */
async function verifyInList(context: CheckContext, sent: readonly SentCase[]): Promise<void> {
  const list = await context.client.contract.listAgents();
  const parsed = parseExactly(list.text);
  const agents =
    isObject(parsed) && Array.isArray(parsed['agents']) ? (parsed['agents'] as unknown[]) : undefined;
  if (list.status !== 200 || agents === undefined) {
    context.report(unexpected('R-4.2-01', 'list-after-unusual-json', list));
    return;
  }
  for (const one of sent.filter(({ exchange }) => isAccepted(exchange))) {
    const id = isObject(one.exchange.json) ? one.exchange.json['id'] : undefined;
    const listed = agents.find((agent) => isObject(agent) && agent['id'] === id);
    if (listed !== undefined) context.report(verifyKept(one, listed, 'listed'));
  }
}

const fewCases = 2;

/** Source 2.1, 2.2 and 4.3, decision 0025: JSON on the wire, which languages read differently. */
export const createdValues: Check = {
  id: 'json/created-values',
  title:
    'Valid JSON is kept exactly however it is written, and what RFC 8259 leaves to parsers is never a 5xx',
  requirements: [
    ...(['R-7-06', 'R-4.3-05', 'R-2.1-04', 'R-2.2-19', 'R-2.2-20', 'R-4.2-01'] as const),
    ...(['R-4.3-10', 'R-7-13', 'R-7-16', 'R-2.2-06', 'R-2.2-08'] as const),
    ...(['R-2.2-21', 'R-4.3-04'] as const),
  ],
  profile: 'full',
  run: async (context) => {
    const valid = { ...(await context.fixtures.acceptedCreate()), name: `${markOf(context)} JSON` };
    const send = async (one: JsonCase): Promise<SentCase> => {
      const exchange = await context.client.send(requestOf('/api/agents', one));
      return { one, exchange };
    };
    const sent: SentCase[] = [];
    for await (const one of atOnce(context.some(casesOf(valid), fewCases), send)) {
      untestedIfFull(one.exchange);
      sent.push(one);
      context.report(verifyCase(one));
      const consequence = consequenceOf(one);
      if (consequence !== undefined) context.warn(consequence, one.exchange);
    }
    await verifyInList(context, sent);
    observeOpenCases(context, sent);
  },
};

function malformedCasesOf(valid: AgentCreate): readonly JsonCase[] {
  return [
    // No comparison with a bound rejects it, and parsers such as Python's read it.
    ...malformedNumbers({ ...valid }, 'config.temperature', ['NaN']),
    ...malformedJson({ ...valid }, 'description'),
    ...malformedNumbers({ ...valid }, 'config.max_tokens'),
  ];
}

const fewMalformed = 11;

/** Source 4.3 and 7, decision 0025: what JSON's grammar does not have, and parsers of other languages accept. */
export const malformedCreates: Check = {
  id: 'json/malformed-creates',
  title: 'A create in an extension of JSON, or with text after it, is 400',
  requirements: ['R-7-06', 'R-4.3-05', 'R-7-13', 'R-4.3-09'],
  profile: 'full',
  run: async (context) => {
    await context.client.contract.listAgents();
    let failing = 0;
    for (const one of context.some(malformedCasesOf(await markedTwin(context)), fewMalformed)) {
      if (failing === maxFailingCases) break;
      const exchange = untestedIfFull(await context.client.send(requestOf('/api/agents', one)));
      const found = verifyRejected(exchange, one, 'R-7-06');
      if (found.length > 0) failing += 1;
      context.report(found);
    }
    await context.client.contract.listAgents();
  },
};
