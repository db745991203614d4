#!/usr/bin/env node
// The command of the package. Plain JavaScript, so that an old Node can run it and print which version is needed.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `agent-conformance: Node 22.18 or later is needed; this is ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(2);
}
await import('./cli.js');
