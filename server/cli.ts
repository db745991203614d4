import { enableCompileCache } from 'node:module';

// Enable it before other modules are loaded: later starts reuse their compiled code.
enableCompileCache();
const { runCli } = await import('./commands/run.ts');
const { processTerminal } = await import('./commands/operator.ts');
// Only `serve` loads the server; operator commands start faster without it.
process.exitCode = await runCli(
  process.argv.slice(2),
  process.env,
  processTerminal(),
  async (config, options) => {
    const { serve } = await import('./main.ts');
    await serve(config, options);
  },
);
