import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chatEventTypes, terminalEventTypes } from '../generated/events.ts';
import { operations, type OperationId } from '../generated/operations.ts';
import { requirements } from '../generated/requirements.ts';
import { validateEvent, validateRequest, validateResponse, type Validator } from '../generated/validators.js';
import { fillExample, readEventExamples, readExamples, type Example } from './read-examples.ts';

const examples = readExamples();
const placeholders = {
  api_key: 'svc_00000000000000000000000000000000',
  limited_api_key: 'svc_11111111111111111111111111111111',
  agent_id: 'agt_6bJq0TnVxk2mWc8Rz4Yd1f',
  second_agent_id: 'agt_2mWc8Rz4Yd1f6bJq0TnVxk',
  chatbot_id: 'cbt_6bJq0TnVxk2mWc8Rz4Yd1f',
  second_chatbot_id: 'cbt_2mWc8Rz4Yd1f6bJq0TnVxk',
  conversation_id: 'cnv_4Hs8QmT2pLz0VxYc7Rb3Kd',
};
const isOperation = (name: string): name is OperationId => name in operations;
const ofOperations = examples.filter((example) => isOperation(example.operation));

/** The validator of a response's JSON body; every failure has the one error body. */
function responseValidator({ operation, status }: Example): Validator<unknown> {
  const byStatus: Readonly<Record<number, Validator<unknown>>> = isOperation(operation)
    ? validateResponse[operation]
    : {};
  return byStatus[status] ?? validateResponse.listAgents[401];
}

describe('the examples', () => {
  const wanted = Object.entries(operations).flatMap(([id, { statuses }]) =>
    statuses.map((status) => `${id}.${status}`),
  );

  it.each(wanted)('have one for %s', (name) => {
    expect(ofOperations.map(({ operation, status }) => `${operation}.${status}`)).toContain(name);
  });

  it('are of operations and statuses that the contract has', () => {
    const found = ofOperations.map(({ operation, status }) => `${operation}.${status}`);
    expect(found.filter((name) => !wanted.includes(name))).toEqual([]);
    const others = examples.filter((example) => !isOperation(example.operation));
    expect(others.map((example) => example.operation).filter((name) => name !== 'other')).toEqual([]);
  });

  it('name requirements that exist', () => {
    const ids: readonly string[] = requirements.map((requirement) => requirement.id);
    expect(examples.flatMap((example) => example.requirements).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe.each(examples.map((example) => [example.name, example] as const))('%s', (_name, example) => {
  it('has the status of its name, in the error body too', () => {
    expect(example.response.status).toBe(example.status);
    if (example.status >= 400) expect(example.response.body).toMatchObject({ status: example.status });
  });

  it('has a response that the contract allows', () => {
    const { body, events } = fillExample(example.response, placeholders);
    if (events === undefined) {
      const validate = responseValidator(example);
      expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
    } else {
      expect(events.map((event) => validateEvent(event))).toEqual(events.map(() => true));
      const types = events.map((event) => (event as { type: string }).type);
      expect(terminalEventTypes).toContain(types.at(-1));
    }
  });

  it('has the header fields that the contract requires of its response', () => {
    const names = Object.keys(example.response.headers);
    expect(names).toEqual(expect.arrayContaining(requiredHeaders(example)));
  });

  it('sends its request to its operation, and a valid one where it succeeds', () => {
    if (!isOperation(example.operation)) return;
    const { method, path } = operations[example.operation];
    expect(example.request.method).toBe(method.toUpperCase());
    expect(example.request.path.split('?')[0]).toBe(path);
    if (example.status >= 300 || !(example.operation in validateRequest)) return;
    const validate: Validator<unknown> = validateRequest[example.operation as keyof typeof validateRequest];
    expect(validate(fillExample(example.request.body, placeholders)), JSON.stringify(validate.errors)).toBe(
      true,
    );
  });
});

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
}
interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, { readonly required?: boolean }>>;
  };
}
interface PathOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
}

/** The header fields that the contract marks as required for this response. */
function requiredHeaders({ operation, status }: Example): string[] {
  const file = join(import.meta.dirname, '..', 'generated', 'openapi.json');
  const { paths, components }: OpenapiDocument = JSON.parse(readFileSync(file, 'utf8'));
  const lastPart = (reference: string): string => reference.split('/').at(-1) ?? '';
  const all = Object.values(paths).flatMap((path) => Object.values(path));
  const response = all.find(({ operationId }) => operationId === operation)?.responses[String(status)];
  const named = response?.$ref === undefined ? response : components.responses[lastPart(response.$ref)];
  return Object.entries(named?.headers ?? {})
    .filter(([, { $ref }]) => components.headers[lastPart($ref)]?.required === true)
    .map(([name]) => name);
}

describe('the examples of events', () => {
  it('are one for each type, and valid', () => {
    const events = readEventExamples();
    expect(events.map(({ type }) => type).toSorted()).toEqual([...chatEventTypes].toSorted());
    expect(events.filter(({ type, event }) => !validateEvent(event) || event.type !== type)).toEqual([]);
  });
});
