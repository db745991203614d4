import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chatEventTypes, terminalEventTypes } from '../generated/events.ts';
import { operations } from '../generated/operations.ts';
import { requirements } from '../generated/requirements.ts';
import {
  validateChatEvent,
  validateEvent,
  validateRequest,
  validateResponse,
  type Validator,
} from '../generated/validators.js';
import {
  fillExample,
  readEventExamples,
  readExamples,
  sampleValues as placeholders,
  type Example,
} from './read-examples.ts';

const examples = readExamples();
const { paths, components } = readDocument();
/** Method, path and statuses of each operation, those outside of `/api` too. */
const documented = new Map(
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId, responses }]) =>
      operationId === undefined
        ? []
        : [[operationId, { method: method.toUpperCase(), path, statuses: Object.keys(responses) }] as const],
    ),
  ),
);
const isOperation = (name: string): name is keyof typeof validateResponse => documented.has(name);
const operationExamples = examples.filter((example) => isOperation(example.operation));

/** The validator of the response's JSON body; all error responses share one schema. */
function responseValidator({ operation, status }: Example): Validator<unknown> {
  const byStatus: Readonly<Record<number, Validator<unknown>>> = isOperation(operation)
    ? validateResponse[operation]
    : {};
  return byStatus[status] ?? validateResponse.listAgents[401];
}

describe('the examples', () => {
  const ofApi = Object.entries(operations).flatMap(([id, { statuses }]) =>
    statuses.map((status) => `${id}.${status}`),
  );

  it.each(ofApi)('include one for %s', (name) => {
    expect(operationExamples.map(({ operation, status }) => `${operation}.${status}`)).toContain(name);
  });

  it.each([...documented.keys()])('include a success of %s', (id) => {
    expect(examples.filter(({ operation, status }) => operation === id && status < 300)).not.toEqual([]);
  });

  it('use only operations and statuses of the contract', () => {
    const unknown = operationExamples.filter(
      ({ operation, status }) => documented.get(operation)?.statuses.includes(String(status)) !== true,
    );
    expect(unknown.map(({ name }) => name)).toEqual([]);
    const others = examples.filter((example) => !isOperation(example.operation));
    expect(others.map((example) => example.operation).filter((name) => name !== 'other')).toEqual([]);
  });

  it('cite only requirements that exist', () => {
    const ids: readonly string[] = requirements.map((requirement) => requirement.id);
    expect(examples.flatMap((example) => example.requirements).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

type Case = [name: string, example: Example];
const cases = (matches: (example: Example) => boolean): Case[] =>
  examples.filter((example) => matches(example)).map((example) => [example.name, example]);

describe('each example', () => {
  it.each(cases(() => true))('%s has the status that its file name states', (_name, example) => {
    expect(example.response.status).toBe(example.status);
  });

  // The Model Context Protocol has an error format of its own.
  it.each(cases(({ status, name }) => status >= 400 && name !== 'callMcp.400'))(
    '%s repeats its status in the error body',
    (_name, example) => {
      expect(example.response.body).toMatchObject({ status: example.status });
    },
  );

  it.each(cases(({ response, status }) => response.body !== undefined || status >= 400))(
    '%s has a response body that matches the schema',
    (_name, example) => {
      const validate = responseValidator(example);
      expect(
        validate(fillExample(example.response.body, placeholders)),
        JSON.stringify(validate.errors),
      ).toBe(true);
    },
  );

  it.each(cases(({ response }) => response.events !== undefined))(
    '%s has valid events that end with a terminal event',
    (_name, example) => {
      const events = fillExample(example.response.events ?? [], placeholders).filter((event) =>
        validateEvent(event),
      );
      expect(events).toHaveLength(example.response.events?.length ?? 0);
      expect(terminalEventTypes).toContain(events.at(-1)?.type);
    },
  );

  it.each(cases(() => true))('%s has the response headers that the contract requires', (_name, example) => {
    expect(Object.keys(example.response.headers)).toEqual(expect.arrayContaining(requiredHeaders(example)));
  });

  it.each(cases(({ operation }) => isOperation(operation)))(
    '%s has the method and path of its operation',
    (_name, example) => {
      const request = { method: example.request.method, path: example.request.path.split('?')[0] };
      expect(documented.get(example.operation)).toMatchObject(request);
    },
  );

  it.each(cases(({ operation, status }) => operation in validateRequest && status < 300))(
    '%s has a request body that matches the schema',
    (_name, example) => {
      const validate: Validator<unknown> = validateRequest[example.operation as keyof typeof validateRequest];
      expect(validate(fillExample(example.request.body, placeholders)), JSON.stringify(validate.errors)).toBe(
        true,
      );
    },
  );
});

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly required?: boolean }>>;
}
interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, { readonly required?: boolean }>>;
  };
}
interface PathOperation {
  /** Undefined for a member of a path that is no operation. */
  readonly operationId?: string;
  readonly responses: Readonly<Record<string, Response>>;
}

function readDocument(): OpenapiDocument {
  return JSON.parse(readFileSync(join(import.meta.dirname, '..', 'generated', 'openapi.json'), 'utf8'));
}

/** The headers that the contract marks as required for this response. */
function requiredHeaders({ operation, status }: Example): string[] {
  const lastPart = (reference: string): string => reference.split('/').at(-1) ?? '';
  const all = Object.values(paths).flatMap((path) => Object.values(path));
  const response = all.find(({ operationId }) => operationId === operation)?.responses[String(status)];
  const named = response?.$ref === undefined ? response : components.responses[lastPart(response.$ref)];
  return Object.entries(named?.headers ?? {})
    .filter(([, header]) => (components.headers[lastPart(header.$ref ?? '')] ?? header).required === true)
    .map(([name]) => name);
}

describe('the examples of events', () => {
  it('include exactly one valid event of each type', () => {
    const events = readEventExamples();
    expect(events.map(({ type }) => type).toSorted()).toEqual([...chatEventTypes, 'other'].toSorted());
    const known = events.filter(({ event }) => validateChatEvent(event));
    expect(known.map(({ event }) => Object(event).type)).toEqual([...chatEventTypes].toSorted());
    expect(events.filter(({ event }) => !validateEvent(event))).toEqual([]);
  });
});
