#!/usr/bin/env node
// The command of the package. Plain JavaScript, so that an old Node can run it and print which version is needed.
const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(
    `agent-conformance: Node 20 or later is needed; this is ${process.versions.node}. Install one from https://nodejs.org`,
  );
  process.exit(2);
}
await import('./cli.js');
