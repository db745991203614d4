import { build } from 'esbuild';

// The embed script is bundled before the server starts, not committed: it is no part of the contract, and the
// bundler is deterministic for a locked version.
await build({
  entryPoints: ['server/embed/widget/browser/chatbot.ts'],
  outfile: 'dist/embed/chatbot.js',
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
});
