import { createCertificate } from './server/certificate.ts';
import { startSubject, broken } from './subject.ts';
import { targetOf } from './judge.ts';
import { maximal } from './conforming/maximal.ts';
import { runInVitest } from '../runner/run-in-vitest.ts';
import { unlimited } from '../client/budget.ts';
const certificate = await createCertificate();
const subject = await startSubject(maximal, certificate);
const target = targetOf(subject, certificate);
const t = performance.now();
const r = await runInVitest(
  {
    target: { ...target, stores: { main: target.stores.main, second: target.stores.second! } },
    profile: 'full',
    budget: unlimited,
    seed: 3,
    runs: 1,
    harFile: '/tmp/x.har',
  },
  () => {},
);
console.log(
  Math.round(performance.now() - t),
  r.map((x) => x.outcome + ' ' + x.id + (x.reason ?? '')),
);
await subject.served.close();
