import { beforeAll, describe, expect, it } from 'vitest';
import { levelOf } from '../../conformance/check.ts';
import { maximal } from '../../conformance/mutants/conforming/maximal.ts';
import { createCertificate, type Certificate } from '../../conformance/mutants/server/certificate.ts';
import { checksWithoutBrowser, recordSuite } from './testing/record-suite.ts';
import { requestKeywords, responseKeywords } from './testing/keyword-mutants.ts';

let certificate: Certificate;
beforeAll(async () => {
  certificate = await createCertificate();
});

describe('the suite finds a server that violates a keyword of the core', { tags: ['nightly'] }, () => {
  it.each([...responseKeywords, ...requestKeywords])('$name', async ({ name, requirements, apply }) => {
    const deployment = { ...maximal, ...apply(maximal), name };
    const checks = checksWithoutBrowser.filter(
      (check) => levelOf(check) !== 'open' && check.requirements.some((id) => requirements.includes(id)),
    );
    const results = await recordSuite(deployment, checks, certificate, () => undefined, {
      untilFailure: true,
    });
    expect(results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).not.toEqual([]);
  });
});
