import { spawnSync } from 'node:child_process';

interface Program {
  /** The Debian package that brings it. */
  readonly package: string;
  /** Exits with 0 where it is installed. */
  readonly command: readonly [string, ...string[]];
  /** True where CI does without it. */
  readonly isOptional?: true;
}

/** Programs of the machine that tests start, but for Chromium (`browser.ts`). */
const programs = {
  curl: { package: 'curl', command: ['curl', '--version'] },
  faketime: { package: 'faketime', command: ['faketime', '--version'] },
  firefox: { package: 'firefox-esr', command: ['firefox-esr', '--version'] },
  go: { package: 'golang-go', command: ['go', 'version'] },
  haproxy: { package: 'haproxy', command: ['haproxy', '-v'] },
  nginx: { package: 'nginx-light', command: ['nginx', '-v'] },
  pgbouncer: { package: 'pgbouncer', command: ['pgbouncer', '--version'] },
  python: {
    package: 'python3',
    command: ['python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 9))'],
    isOptional: true,
  },
  strace: { package: 'strace', command: ['strace', '-V'] },
  'systemd-analyze': { package: 'systemd', command: ['systemd-analyze', '--version'], isOptional: true },
} as const satisfies Record<string, Program>;

type ProgramName = keyof typeof programs;

/** For starting them: Debian installs servers in /usr/sbin, which is not on every user's path. */
export const programEnvironment = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

const checked = new Map<ProgramName, boolean>();

/**
 * Whether a program is installed; without it its tests are skipped, and `npm test` names the package. In CI this throws
 * Error instead.
 */
export function hasProgram(name: ProgramName): boolean {
  const isInstalled = isProgramInstalled(name);
  const { package: debianPackage, isOptional }: Program = programs[name];
  if (!isInstalled && process.env['CI'] && isOptional !== true)
    throw new Error(`the tests that start ${name} need it: apt-get install ${debianPackage}`);
  return isInstalled;
}

function isProgramInstalled(name: ProgramName): boolean {
  const known = checked.get(name);
  if (known !== undefined) return known;
  const [command, ...args] = programs[name].command;
  const { status } = spawnSync(command, args, { env: programEnvironment, timeout: 60_000 });
  checked.set(name, status === 0);
  return status === 0;
}

/** The Debian packages of the programs that are not installed. */
export function missingPackages(): readonly string[] {
  const names = Object.keys(programs) as ProgramName[];
  return names.filter((name) => !isProgramInstalled(name)).map((name) => programs[name].package);
}
