import type { Config } from '../config.ts';
import { describeModels } from '../models/describe-models.ts';
import type { ModelSettings } from '../models/provider-config.ts';
import { demoBanner } from './banner.ts';
import { connectionOf, writeConnection, type Addresses } from './connection.ts';
import { seedDemo, type DemoDeps } from './seed-demo.ts';

export interface ShowDemoDeps extends DemoDeps {
  readonly config: Pick<Config, 'dataDir' | 'models' | 'demoShop'>;
}

/** Where `showDemo` writes, and from where people will run what it shows. */
export interface DemoOutput {
  write(text: string): unknown;
  readonly workingDirectory: string;
}

/** Fills an empty database, writes `connection.json` to the data folder, and prints how to use the demo. */
export async function showDemo(
  deps: ShowDemoDeps,
  { caFile, ...addresses }: Omit<Addresses, 'ca'> & { readonly caFile: string | null },
  output: DemoOutput,
): Promise<void> {
  const demo = await seedDemo(deps, ownOrigins(addresses.baseUrl));
  if (demo === undefined) {
    const models = describeModels(deps.config.models).map((line) => `  ${line}\n`);
    output.write(`Serving ${addresses.baseUrl} with the stores in the database; they are not the demo's.\n`);
    output.write(models.join(''));
    return;
  }
  const connection = connectionOf(demo, { ...addresses, ca: caFile });
  const connectionFile = writeConnection(deps.config.dataDir, connection);
  const models = modelLines(deps.config.models).map((line) => ['Model', line] as const);
  const shop = deps.config.demoShop ? [['Demo shop', `${addresses.baseUrl}/demo/`] as const] : [];
  const lines = [...shop, ['Docs', `${addresses.baseUrl}/docs/`] as const, ...models];
  const { workingDirectory } = output;
  output.write(demoBanner(connection, { workingDirectory, connectionFile, lines }));
}

/** Without any vendor one line says it all: nobody who tries the demo has to tell three apart. */
function modelLines(settings: ModelSettings): string[] {
  const isOffline = settings.fallback && Object.values(settings.providers).every((vendor) => vendor === null);
  return isOffline
    ? ['built in, works offline; PROVIDER_ONE_API_KEY=... npm start asks a vendor']
    : describeModels(settings);
}

/** The demo page is on the service's own origin, whichever name of this machine the browser uses. */
function ownOrigins(baseUrl: string): string[] {
  const names = ['localhost', '127.0.0.1'].map((hostname) => {
    const url = new URL(baseUrl);
    url.hostname = hostname;
    return url.origin;
  });
  return [...new Set([new URL(baseUrl).origin, ...names])];
}
