#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Before anything large is loaded: a second start reads compiled code.
enableCompileCache();
const { runCli } = await import('./commands/run.ts');
process.exitCode = await runCli(process.argv.slice(2));
