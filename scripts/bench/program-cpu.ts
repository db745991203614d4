import { readdirSync, readFileSync } from 'node:fs';
import { cpuSecondsOf, statOf } from './processes.ts';

/** CPU seconds by program since each process started. */
export interface ProgramCpu {
  /** All nodes of the service. */
  readonly service: number;
  /** Primary and standby, with the backends that have ended. */
  readonly postgres: number;
}

interface ProcessCpu {
  readonly parent: number;
  readonly command: string;
  /** User and system, with ended children that their parent has waited for. */
  readonly seconds: number;
}

/** The CPU of this process's descendants on Linux (proc(5)). */
export function programCpu(): ProgramCpu {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const processes = new Map(pids.map((pid) => [pid, readProcess(pid)]));
  const isDescendant = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && (parent === process.pid || isDescendant(parent));
  };
  const descendants = [...processes].flatMap(([pid, one]) => (one && isDescendant(pid) ? [one] : []));
  const sum = (pattern: RegExp): number =>
    descendants.reduce((total, { command, seconds }) => total + (pattern.test(command) ? seconds : 0), 0);
  // A backend's command line is "postgres: user database address state".
  return { service: sum(/server\/cli\.ts\0serve/), postgres: sum(/^[^\0]*postgres/) };
}

/** Undefined for a process that has ended. */
function readProcess(pid: number): ProcessCpu | undefined {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return { parent: Number(statOf(pid)[1]), command, seconds: cpuSecondsOf(pid, true) };
  } catch {
    return undefined;
  }
}
