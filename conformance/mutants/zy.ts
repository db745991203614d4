import { allChecks } from '../checks/all-checks.ts';
import { createCertificate } from './server/certificate.ts';
import { startSubject } from './subject.ts';
import { judge } from './judge.ts';
import { conformingDeployments } from './conforming/conforming.ts';
const certificate = await createCertificate();
const seeds = Number(process.argv[2] ?? 1);
for (const d of conformingDeployments)
  for (let seed = 1; seed <= seeds; seed++) {
    const t = performance.now();
    const subject = await startSubject(d, certificate);
    const results = await judge(subject, certificate, { checks: allChecks, seed, runs: 1, profile: 'full' });
    const spent = results.reduce((n, r) => n + r.spent.requests, 0);
    console.log(
      d.name,
      seed,
      Math.round(performance.now() - t),
      'ms',
      spent,
      'requests',
      results.reduce((n, r) => n + r.spent.agents, 0),
      'agents',
    );
    for (const r of results)
      if (r.outcome !== 'pass')
        console.log(
          '  ',
          r.outcome,
          r.id,
          r.reason ?? '',
          JSON.stringify(
            r.failures.map((f) => `${f.requirement} ${f.expected} | ${f.actual} | ${f.curl?.slice(0, 200)} `),
          ),
        );
    if (seed === 1 && process.argv[3])
      for (const r of results)
        console.log(
          '   ',
          r.id,
          r.spent,
          Math.round(r.durationMs),
          r.observations.map((o) => o.text),
          r.untested,
        );
  }
