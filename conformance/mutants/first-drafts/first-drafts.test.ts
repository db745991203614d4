import { levelOf } from '../../check.ts';
import { expect, it } from 'vitest';
import { allChecks } from '../../checks/all-checks.ts';
import { rootCauses } from '../../report/root-causes.ts';
import { runChecks } from '../run-mutant.ts';
import { startServer } from '../running-server.ts';
import { createCertificate } from '../server/certificate.ts';
import { firstDrafts } from './all.ts';
import type { FirstDraft } from './draft.ts';

const certificate = await createCertificate();
const checks = allChecks.filter(
  (check) => levelOf(check) !== 'open' && check.needs?.includes('browser') !== true,
);

async function titlesOf({ deployment }: FirstDraft): Promise<readonly string[]> {
  const server = await startServer(deployment, certificate);
  return rootCauses(await runChecks(server, { certificate, checks, seed: 1, browserPath: undefined })).map(
    ({ title }) => title,
  );
}

it.each(firstDrafts.map((draft) => ({ name: draft.deployment.name, draft })))(
  'the report of $name has an entry for each of its causes and for nothing else, the broadest first',
  { tags: ['nightly'] },
  async ({ draft }) => {
    const titles = await titlesOf(draft);
    const [broadest] = draft.causes;
    expect(titles[0]).toMatch(broadest?.title ?? '');
    const unseen = draft.causes.filter(({ title }) => !titles.some((one) => title.test(one)));
    expect(unseen.map(({ what }) => what)).toEqual([]);
    expect(titles.filter((one) => !draft.causes.some(({ title }) => title.test(one)))).toEqual([]);
  },
);
