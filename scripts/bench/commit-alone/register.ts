import { registerHooks } from 'node:module';

// Loaded ahead of the service with --import: everything is as users run it, but each write commits by itself.
const alone = new URL('write.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './write.ts' ? { url: alone, shortCircuit: true } : next(specifier, context),
});
