import { readdirSync, readFileSync } from 'node:fs';

/** CPU seconds by program since each process started. */
export interface ProgramCpu {
  /** All nodes of the service. */
  readonly service: number;
  /** Primary and standby, with the backends that have ended. */
  readonly postgres: number;
}

const ticksPerSecond = 100;

interface ProcessCpu {
  readonly parent: number;
  readonly command: string;
  /** User and system, with ended children that their parent has waited for. */
  readonly seconds: number;
}

/** The CPU of this process's descendants on Linux (proc(5)). */
export function programCpu(): ProgramCpu {
  const processes = readProcesses();
  const isDescendant = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && (parent === process.pid || isDescendant(parent));
  };
  const descendants = [...processes].filter(([pid]) => isDescendant(pid)).map(([, one]) => one);
  const sum = (pattern: RegExp): number =>
    descendants.reduce((total, { command, seconds }) => total + (pattern.test(command) ? seconds : 0), 0);
  // A backend's command line is "postgres: user database address state".
  return { service: sum(/server\/cli\.ts\0serve/), postgres: sum(/^[^\0]*postgres/) };
}

function readProcesses(): Map<number, ProcessCpu> {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return new Map(
    pids.flatMap((pid) => {
      const one = readProcess(pid);
      return one === undefined ? [] : [[pid, one]];
    }),
  );
}

/** Undefined for a process that has ended. */
function readProcess(pid: number): ProcessCpu | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name can contain spaces; it ends at the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return { parent: Number(fields[1]), command, seconds: ticks / ticksPerSecond };
  } catch {
    return undefined;
  }
}
