import { CommanderError } from 'commander';
import { CatalogFileError } from '../catalog/import/catalog-file-error.ts';
import { ConfigError } from '../config-error.ts';
import { DatabaseError } from '../db/database-error.ts';
import { ServiceError } from '../errors.ts';
import { SealError } from '../keys/keyring.ts';
import { CommandFailure } from './command-failure.ts';
import { printable } from './printable.ts';
import { createProgram } from './program.ts';
import { processTerminal, type Terminal } from './terminal.ts';

// Their messages were written for the operator.
const ours = [CatalogFileError, CommandFailure, ConfigError, DatabaseError, SealError, ServiceError];

const [succeeded, failed, misused] = [0, 1, 2];

/** Runs one command line and returns the exit code: 0 done, 1 failed, 2 used wrongly. Failures are one line. */
export async function runCli(argv: readonly string[]): Promise<number> {
  const terminal = processTerminal();
  try {
    const program = await createProgram(terminal, process.env, argv);
    await program.parseAsync(argv, { from: 'user' });
    return succeeded;
  } catch (error) {
    return report(terminal, error);
  }
}

function report(terminal: Terminal, error: unknown): number {
  // Commander has written its own message already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? succeeded : misused;
  terminal.error(`agent-service: ${printable(lineOf(error))}\n`);
  return error instanceof ServiceError && error.code === 'invalid_request' ? misused : failed;
}

function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOurs = ours.some((kind) => error instanceof kind);
  const [firstLine] = error.message.split('\n', 1);
  return isOurs ? error.message : `${error.name}: ${firstLine}`;
}
