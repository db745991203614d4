import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { ServiceError } from '../errors.ts';
import { describeJsonProblem } from '../http/describe-json-problem.ts';
import { describeViolation, violationOf } from '../http/describe-violation.ts';
import { scanJson } from '../http/scan-json.ts';
import type { ObjectSchema } from './contract-schema.ts';

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);

/** Throws ServiceError `invalid_request` in the words of the API, unless a tool's input is what its schema says. */
export type InputCheck = (input: unknown) => void;

export function createInputCheck(schema: ObjectSchema): InputCheck {
  const validate = ajv.compile(schema);
  return (input) => {
    // The protocol's parser accepts more than ours does (decision 0025).
    const problem = scanJson(JSON.stringify(input));
    if (problem !== null) throw invalid(describeJsonProblem(problem));
    if (validate(input)) return;
    const [error] = validate.errors ?? [];
    throw invalid(describeViolation(error && violationOf(error), input));
  };
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message);
}

/** Tells clients the schema and lets everything through: the tool's own check has better words. */
export function advertisedSchema(schema: ObjectSchema): StandardSchemaWithJSON {
  return standardSchema(schema, (value) => ({ value }));
}

/** Tells clients the schema and holds our own answers to it. */
export function enforcedSchema(schema: ObjectSchema): StandardSchemaWithJSON {
  const validate = ajv.compile(schema);
  return standardSchema(schema, (value) =>
    validate(value) ? { value } : { issues: [{ message: ajv.errorsText(validate.errors) }] },
  );
}

function standardSchema(
  schema: ObjectSchema,
  validate: StandardSchemaWithJSON['~standard']['validate'],
): StandardSchemaWithJSON {
  const json = () => ({ ...schema });
  return {
    '~standard': { version: 1, vendor: 'contract', validate, jsonSchema: { input: json, output: json } },
  };
}
