import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config/config.ts';

const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
const rows = text.split('\n').filter((line) => line.startsWith('| `'));
const documented = rows.flatMap((row) =>
  [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
);

/** The names of all environment variables that loadConfig reads. */
function namesRead(): string[] {
  const names = new Set<string>();
  const environment = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_, name) {
        names.add(String(name));
        return undefined;
      },
    },
  );
  loadConfig(environment);
  return [...names];
}

describe('server/README.md', () => {
  it('documents exactly the environment variables that the service reads', () => {
    expect(documented.toSorted()).toEqual(namesRead().toSorted());
  });
});
