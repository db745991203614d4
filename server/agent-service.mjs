#!/usr/bin/env node
// Plain JavaScript, so that an old Node can read it and say what is missing.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `agent-service needs Node 22.18 or later; this is ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}
await import('./cli.ts');
