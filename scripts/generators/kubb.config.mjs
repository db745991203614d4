import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  root: process.cwd(),
  input: { path: process.env.DOCUMENT },
  output: { path: 'client', barrelType: 'named' },
  plugins: [pluginOas({ generators: [] }), pluginTs({}), pluginClient({ client: 'fetch' })],
});
