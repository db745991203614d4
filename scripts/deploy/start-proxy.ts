import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../../server/testing/child-process.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { programEnvironment } from '../../server/testing/programs.ts';

/** Where a proxy runs: a folder of its own, and free ports of 127.0.0.1. */
export interface Place {
  readonly folder: string;
  readonly httpsPort: number;
  readonly httpPort: number;
}

export interface RunningProxy extends Place {
  stop(): Promise<void>;
}

interface ProxySetup {
  /** What is other in the configuration here. */
  replacements(place: Place): readonly (readonly [from: RegExp, to: string])[];
  command(place: Place): readonly [string, ...string[]];
  isReady(place: Place): Promise<boolean>;
}

/**
 * Runs a proxy with a configuration of this folder. Throws when it no longer has a line that is replaced, and when the
 * proxy exits at once.
 */
export async function startProxy(configuration: string, setup: ProxySetup): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  const place = { folder, httpsPort: await freePort(), httpPort: await freePort() };
  const source = readFileSync(join(import.meta.dirname, configuration), 'utf8');
  const config = setup.replacements(place).reduce((rendered, [from, to]) => {
    if (rendered.search(from) === -1) throw new Error(`${configuration} has nothing that matches ${from}`);
    return rendered.replace(from, to);
  }, source);
  writeFileSync(join(folder, configuration), config);
  const child = startChild(setup.command(place), { env: programEnvironment });
  await child.until(() => setup.isReady(place));
  return {
    ...place,
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
