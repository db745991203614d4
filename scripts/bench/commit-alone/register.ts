import { registerHooks } from 'node:module';

// Loaded ahead of the service with --import: everything is as users run it, but each write commits by itself.
const alone = new URL('group-commit.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './group-commit.ts' ? { url: alone, shortCircuit: true } : next(specifier, context),
});
