import { lenient, readers } from '../conforming/readers.ts';
import { maximal } from '../conforming/maximal.ts';
import type { Call, Deployment, HttpResponse, JsonObject } from '../server/deployment.ts';
import { operationOf } from '../server/handle.ts';
import { operations } from '../server/operations.ts';
import { parseShallow, UnhandledFault } from '../server/read-json.ts';
import { isObject, jsonResponse, textResponse } from '../server/responses.ts';
import { emptyResponse, errorsOf, renamed, withNumbers, type FirstDraft } from './draft.ts';

function reader(name: string): Deployment {
  return readers.find((one) => one.name === name) ?? maximal;
}

const camelCase = { created_at: 'createdAt', updated_at: 'updatedAt' };

/** `res.json(agents)`, `res.status(400).json({ message })`, `if (!req.body.name)`, and pages of the default handlers. */
const express: FirstDraft = {
  deployment: {
    ...reader('node-json'),
    ...errorsOf((_status, message) => ({ message })),
    name: 'express-draft',
    validateCreate: (body) => {
      const config = isObject(body) ? body['config'] : undefined;
      const fields = isObject(body) && isObject(config) ? { ...body, ...config } : {};
      const required = ['name', 'type', 'model_provider', 'model_id', 'system_prompt'];
      const absent = required.find((name) => !fields[name]);
      return absent && `${absent} is required`;
    },
    showCreated: (agent) => renamed(agent, camelCase),
    showListed: (agents) => agents.map((agent) => renamed(agent, camelCase)),
    operations: {
      ...operations,
      listAgents: (call) => jsonResponse(200, call.deployment.showListed(call.store.agents, call)),
    },
    finish: (response, request, call) =>
      call === undefined && response.status === 404
        ? textResponse(404, 'text/html; charset=utf-8', `<pre>Cannot ${request.method} ${request.path}</pre>`)
        : response,
  },
  causes: [
    { what: 'errors have message', title: /errors.*`message`/i },
    { what: 'createdAt', title: /`created_at` is spelled `createdAt`/ },
    { what: 'updatedAt', title: /`updated_at` is spelled `updatedAt`/ },
    { what: 'a list without agents', title: /whose key agents is an array/ },
    { what: 'types are not validated', title: /accepts invalid requests/ },
    { what: 'pages for unknown paths', title: /errors.*text\/html/i },
  ],
};

/** `HTTPException`, `HTTPBearer`, Pydantic in its lax mode, and the plain text of a fault. */
const fastApi: FirstDraft = {
  deployment: {
    ...reader('python-json'),
    name: 'fastapi-draft',
    ...errorsOf((_status, detail) => ({ detail })),
    readJson: (request) => {
      if (request.body.includes('\\u0000')) throw new UnhandledFault('a NUL in a text');
      return withNumbers(reader('python-json').readJson(request));
    },
    finish: (response, request, call) => {
      if (response.status === 500) return textResponse(500, 'text/plain', 'Internal Server Error');
      if (response.status === 400)
        return jsonResponse(422, {
          detail: [{ type: 'missing', loc: ['body', 'name'], msg: 'Field required' }],
        });
      const isAnonymous = call === undefined && request.headers.authorization === undefined;
      return isAnonymous && operationOf(request) !== undefined
        ? jsonResponse(403, { detail: 'Not authenticated' })
        : response;
    },
  },
  causes: [
    { what: 'errors have detail', title: /errors.*`detail`/i },
    { what: '422 for 400', title: /422/ },
    { what: '403 for 401', title: /403/ },
    { what: 'texts for faults', title: /errors.*text\/plain/i },
    { what: 'a fault', title: /responds with 500/ },
    { what: 'scalars are converted', title: /accepts an invalid config/ },
  ],
};

/** What a struct has for fields that were not sent. */
function zeroValues(agent: JsonObject, sent: JsonObject): JsonObject {
  const { temperature = 0, max_tokens = 0 } = sent['config'] as JsonObject;
  const config = { ...(agent['config'] as JsonObject), temperature, max_tokens };
  return { description: '', ...agent, config };
}

/** `json.NewDecoder(r.Body).Decode(&in)` into a struct, and `http.Error`. */
const netHttp: FirstDraft = {
  deployment: {
    ...reader('go-json'),
    name: 'net-http-draft',
    errorResponse: (status, message, headers) => {
      const { headers: type, ...text } = textResponse(status, 'text/plain; charset=utf-8', `${message}\n`);
      return { ...text, headers: { ...type, ...headers } };
    },
    newAgent: (input, call) => zeroValues(lenient.newAgent(input, call), input),
  },
  causes: [
    { what: 'errors are texts', title: /errors.*text\/plain/i },
    { what: 'zero values in place of defaults', title: /when omitted/ },
  ],
};

/** Spring Boot with Jackson 2 and Spring Security: an empty 401, converted scalars and cut fractions. */
const spring: FirstDraft = {
  deployment: {
    ...reader('jackson-json'),
    name: 'spring-draft',
    ...errorsOf((status, error) => ({
      timestamp: '2026-01-01T00:00:00.000+00:00',
      status,
      error,
      path: '/api',
    })),
    readJson: (request) => {
      const text = request.body.toString();
      const end = text.lastIndexOf('}') + 1;
      const body = parseShallow(text) ?? parseShallow(text.slice(0, end));
      return withNumbers(body);
    },
    newAgent: (input, call) => {
      const agent = maximal.newAgent(input, call);
      const config = agent['config'] as JsonObject;
      return { ...agent, config: { ...config, max_tokens: Math.trunc(Number(config['max_tokens'])) } };
    },
    finish: (response) => (response.status === 401 ? emptyResponse(401) : response),
  },
  causes: [
    { what: 'an empty 401', title: /without a body/ },
    { what: 'what follows is ignored', title: /no JSON are accepted/ },
    { what: 'fractions are cut', title: /config.max_tokens, if sent/ },
    { what: 'scalars are converted', title: /accepts an invalid config/ },
  ],
};

/** ASP.NET with controllers: problem details, an empty 401 and 404, and zeros for absent numbers. */
const aspNet: FirstDraft = {
  deployment: {
    ...reader('dotnet-json'),
    name: 'asp-net-draft',
    ...errorsOf(
      (status, title) => ({ type: 'https://tools.ietf.org/html/rfc9110', title, status, traceId: '00-4b' }),
      'application/problem+json; charset=utf-8',
    ),
    newAgent: (input, call) => zeroValues(lenient.newAgent(input, call), input),
    finish: (response: HttpResponse, _request, call: Call | undefined) =>
      call === undefined && [401, 404].includes(response.status) ? emptyResponse(response.status) : response,
  },
  causes: [
    { what: 'problem details', title: /errors.*`title`/i },
    { what: 'an empty 401', title: /without a body/ },
    { what: 'zero values in place of defaults', title: /when omitted/ },
  ],
};

/** First drafts in five frameworks. */
export const firstDrafts: readonly FirstDraft[] = [express, fastApi, netHttp, spring, aspNet];
