import { configOf, convertsConfig, firstOfKey, repairs, someConfig, storedOnce } from '../changes/agents.ts';
import { acceptCreate, onList, onStored, onText, rejectCreate, repaired } from '../changes/changes.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, Deployment, JsonObject } from '../server/deployment.ts';
import { overlap, isObject, without } from '../server/responses.ts';

/** Takes a field that the service assigns from the body. */
function takesSent(name: string): Change {
  return onStored((agent, { body }) => {
    const sent = (body as JsonObject)[name];
    return typeof sent === 'string' ? { ...agent, [name]: sent } : agent;
  });
}

function optionalField(name: string, replacement: unknown): Change {
  return acceptCreate((body) => ({ [name]: replacement, ...body }));
}

/** A guard against double submits: a create like an earlier one returns the agent of that. */
const createdOnce: Change = (base) => {
  const first = firstOfKey<JsonObject>();
  return onStored((agent, { store }) => {
    const key = `${String(agent['name'])} ${String(configOf(agent)['system_prompt']).trim().toLowerCase()}`;
    return first(store, key, agent);
  })(base);
};

/** A decoder that fills one struct for all requests. */
const reusedStruct: Change = (base) => {
  let last: unknown;
  return onStored((agent) => {
    last = agent['description'] ?? last;
    return last === undefined ? agent : { ...agent, description: last };
  })(base);
};

const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : text;
  } catch {
    return text;
  }
}

function createdAt(change: (milliseconds: number) => string): Change {
  return () => ({ timestamp: change });
}

function updatedAt(valueOf: (now: number, base: Deployment) => unknown): Change {
  return (base) =>
    onStored((agent, call) => ({ ...agent, updated_at: valueOf(call.state.now(), base) }))(base);
}

/** Another create in flight gives its type. */
const typeInFlight: Change = (base) => {
  let type: unknown;
  return {
    around: async (call, respond) => {
      if (call.operation !== 'createAgent') return respond();
      if (isObject(call.body)) type = call.body['type'];
      await overlap();
      return respond();
    },
    ...onStored((agent) => ({ ...agent, type: typeof type === 'string' ? type : agent['type'] }))(base),
  };
};

/** Mutants of section 2.1 of the source. */
export const agentMutants: readonly Mutant[] = mutantsOf({
  'R-2.1-01 responses/every-response agent-id-of-its-name': onStored((agent) => ({
    ...agent,
    id: `agt_${Buffer.from(String(agent['name'])).toString('hex').slice(-12)}`,
  })),
  'R-2.1-01 agents/keeps-text agent-once-by-name-and-folded-prompt': createdOnce,
  'R-2.1-01 agents/list-of-many list-repeats-agent-beyond-100': onList((agents) =>
    agents.length > 100 ? [...agents.slice(0, 100), ...agents.slice(99)] : agents,
  ),
  'R-2.1-02 agents/assigned-fields create-takes-sent-id': takesSent('id'),
  'R-2.1-02 agents/defaults id-required': rejectCreate((body) => body['id'] === undefined),
  'R-2.1-03 agents/required-fields name-optional': optionalField('name', 'n'),
  'R-2.1-03 agents/wrong-values name-of-any-type': acceptCreate((body) => repaired(body, 'name', 'n')),
  'R-2.1-04 agents/open-points name-truncated-at-255': onText('name', (text) => text.slice(0, 255)),
  'R-2.1-04 agents/keeps-text name-once-without-digits': storedOnce('name', (text) =>
    text.replaceAll(/\d/g, ''),
  ),
  'R-2.1-04 agents/keeps-text name-host-in-lower-case': onText('name', (text) =>
    /^https?:\S+$/.test(text) ? text.toLowerCase() : text,
  ),
  'R-2.1-04 agents/keeps-text name-trimmed': onText('name', (text) => text.trim()),
  'R-2.1-04 agents/keeps-text name-lower-case': onText('name', (text) => text.toLowerCase()),
  'R-2.1-04 agents/keeps-text name-capitalised': onText(
    'name',
    (text) => text.slice(0, 1).toUpperCase() + text.slice(1),
  ),
  'R-2.1-04 json/created-values escapes-not-decoded': repairs((text) =>
    text.replaceAll(/\\(?=u00)/g, '\\\\'),
  ),
  'R-2.1-05 agents/required-fields type-optional': optionalField('type', 't'),
  'R-2.1-06 agents/keeps-values type-recommendation-rejected': rejectCreate(
    (body) => body['type'] === 'product_recommendation',
  ),
  'R-2.1-07 agents/defaults description-undefined-as-text': onStored((agent) => ({
    ...agent,
    description: String(agent['description']),
  })),
  'R-2.1-07 responses/every-response description-of-the-create-before': reusedStruct,
  'R-2.1-08 agents/keeps-text description-once-without-accents': storedOnce('description', withoutMarks),
  'R-2.1-08 agents/keeps-text description-as-html': onText('description', (text) =>
    text.replaceAll(/^# (.*)$/gm, '<h1>$1</h1>'),
  ),
  'R-2.1-08 agents/keeps-text description-bold-to-html': onText('description', (text) =>
    text.replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>'),
  ),
  'R-2.1-08 agents/keeps-text description-entities-decoded': onText('description', (text) =>
    text.replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  ),
  'R-2.1-08 agents/keeps-text description-first-line-only': onText(
    'description',
    (text) => text.split('\n')[0] ?? text,
  ),
  'R-2.1-08 responses/every-response line-separators-to-line-ends': onText('description', (text) =>
    text.replaceAll(/[\u2028\u2029\u0085]/g, '\n'),
  ),
  'R-2.1-09 agents/wrong-values config-as-json-text-accepted': convertsConfig(parsed),
  'R-2.1-09 agents/wrong-values config-null-accepted': acceptCreate((body) =>
    body['config'] === null ? { ...body, config: someConfig } : body,
  ),
  'R-2.1-10 agents/assigned-fields create-takes-sent-created-at': takesSent('created_at'),
  'R-2.1-10 agents/create-and-list created-at-zero': createdAt(() => '0001-01-01T00:00:00Z'),
  'R-2.1-11 agents/create-and-list updated-at-missing': onStored((agent) => without(agent, 'updated_at')),
  'R-2.1-12 agents/create-and-list updated-at-later': updatedAt((at, base) => base.timestamp(at + 1000)),
  'R-2.1-16 agents/open-points type-truncated-at-100': onText('type', (text) => text.slice(0, 100)),
  'R-2.1-16 agents/keeps-values type-of-create-in-flight': typeInFlight,
  'R-2.1-16 agents/keeps-text type-lower-case': onText('type', (text) => text.toLowerCase()),
});
