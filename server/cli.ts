#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Enable it before other modules are loaded: later starts reuse their compiled code.
enableCompileCache();
const { runCli } = await import('./commands/run.ts');
// Load the server for `serve` only: without it the other commands take half the time.
process.exitCode = await runCli(process.argv.slice(2), async (config, options) => {
  const { serve } = await import('./main.ts');
  await serve(config, options);
});
