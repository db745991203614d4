import type { Example } from '../../spec/read-examples.ts';
import type { ContractOperation } from '../contract/contract.ts';
import type { JsonObject } from '../contract/json.ts';
import { curlSample } from './samples/curl.ts';
import { goSample } from './samples/go.ts';
import { pythonSample } from './samples/python.ts';
import { sampleRequest, type Sample } from './samples/sample-request.ts';
import { typescriptSample } from './samples/typescript.ts';

/** The code that sends an operation's example, in each language. */
export function writeSamples(openapi: JsonObject, operation: ContractOperation, example: Example): Sample[] {
  const request = sampleRequest(openapi, operation, example);
  return [curlSample, typescriptSample, pythonSample, goSample].map((write) => write(request));
}
