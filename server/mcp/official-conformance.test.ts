import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runConformanceTool } from '../testing/run-conformance-tool.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

const noPrompts = 'we offer no prompts';
const noResources = 'we offer no resources';
const noSampling = 'none of our tools asks the model of the client';
const noInput = 'none of our tools asks the client for input';
const noMedia = 'our tools return JSON, no images, audio or resources';
const noLogging = 'we send no log messages to clients';
const noCompletion = 'we offer no prompts or resources whose arguments could be completed';

/** Scenarios about features that we do not offer. The tool calls its own fixture's tools, which we do not have. */
const notApplicable: Readonly<Record<string, string>> = {
  'logging-set-level': noLogging,
  'tools-call-with-logging': noLogging,
  'completion-complete': noCompletion,
  'tools-call-simple-text': 'calls a tool of the fixture; mcp.test.ts covers the results of our tools',
  'tools-call-error': 'calls a tool of the fixture; mcp.test.ts covers the errors of our tools',
  'tools-call-with-progress': 'calls a tool of the fixture; send-message.test.ts covers our progress',
  'tools-call-image': noMedia,
  'tools-call-audio': noMedia,
  'tools-call-embedded-resource': noMedia,
  'tools-call-mixed-content': noMedia,
  'tools-call-sampling': noSampling,
  'tools-call-elicitation': noInput,
  'elicitation-sep1034-defaults': noInput,
  'elicitation-sep1330-enums': noInput,
  'resources-list': noResources,
  'resources-read-text': noResources,
  'resources-read-binary': noResources,
  'resources-templates-read': noResources,
  'resources-subscribe': noResources,
  'resources-unsubscribe': noResources,
  'sep-2164-resource-not-found': noResources,
  'prompts-list': noPrompts,
  'prompts-get-simple': noPrompts,
  'prompts-get-with-args': noPrompts,
  'prompts-get-embedded-resource': noPrompts,
  'prompts-get-with-image': noPrompts,
  'input-required-result-basic-elicitation': noInput,
  'input-required-result-basic-sampling': noSampling,
  'input-required-result-basic-list-roots': noInput,
  'input-required-result-request-state': noInput,
  'input-required-result-multiple-input-requests': noInput,
  'input-required-result-multi-round': noInput,
  'input-required-result-missing-input-response': noInput,
  'input-required-result-non-tool-request': noPrompts,
  'input-required-result-result-type': noInput,
  'input-required-result-tampered-state': noInput,
  'input-required-result-capability-check': noInput,
  'input-required-result-ignore-extra-params': noInput,
};

const noSubscriptions = 'we reject subscriptions: the list of tools never changes (decision 0020)';

/** Checks that fail within scenarios whose other checks apply. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'server-stateless': {
    'sep-2575-server-rejects-undeclared-capability': noInput,
    'sep-2575-missing-capability-http-400': noInput,
    'sep-2575-http-server-no-independent-requests-on-stream': noInput,
    'sep-2575-server-no-log-without-loglevel': noLogging,
    'sep-2575-server-sends-subscription-ack': noSubscriptions,
    'sep-2575-server-tags-subscription-id': noSubscriptions,
  },
  caching: {
    'sep-2549-prompts-list-caching-hints': noPrompts,
    'sep-2549-resources-list-caching-hints': noResources,
    'sep-2549-resources-templates-list-caching-hints': noResources,
  },
};

/** The server scenarios that the tool requires for a revision. */
function requiredScenarios(revision: string): readonly string[] {
  const path = `../../node_modules/@modelcontextprotocol/conformance/requirements/${revision}.yaml`;
  return parse(readFileSync(new URL(path, import.meta.url), 'utf8')).server;
}

describe('the official MCP conformance tool', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it.each([
    ['2025-11-25', { passed: 5, passedWithExceptions: 0, notApplicable: 25 }],
    ['2026-07-28', { passed: 5, passedWithExceptions: 2, notApplicable: 30 }],
  ])(
    'R-4.6-03 the service passes every applicable check of revision %s, and each exception has its reason',
    async (revision, score) => {
      const url = `${server.service.mcpUrl}?api_key=${server.shop.key}`;
      const { checks, output } = await runConformanceTool(url, revision);
      const required = requiredScenarios(revision);
      expect([...checks.keys()], output).toEqual(expect.arrayContaining([...required]));
      const failed = required.map((scenario) => [
        scenario,
        (checks.get(scenario) ?? [])
          .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
          .map(({ id }) => id),
      ]);
      const expected = required.map((scenario) => [
        scenario,
        scenario in notApplicable
          ? expect.arrayContaining([expect.any(String)])
          : Object.keys(exceptions[scenario] ?? {}),
      ]);
      expect(failed).toEqual(expected);
      const count = (list: object): number => required.filter((scenario) => scenario in list).length;
      const [none, some] = [count(notApplicable), count(exceptions)];
      expect({
        passed: required.length - none - some,
        passedWithExceptions: some,
        notApplicable: none,
      }).toEqual(score);
    },
  );
});
