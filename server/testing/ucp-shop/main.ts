import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type FaultName, type FaultTarget, faultTable, isFaultName } from './faults.ts';
import { startUcpShop, type UcpShop } from './ucp-shop.ts';

const help = `Usage: node server/testing/ucp-shop/main.ts [options]

A shop with 300 products that speaks UCP's Catalog over MCP, for trying clients against it.

  --port PORT          the port of 127.0.0.1 (default: a free one)
  --fault NAME         start with a fault
  --on TARGET          what the fault spoils: profile, catalog or all (default: all)
  --delay-ms MS        how long every catalogue request takes (default: 0)
  --media-origin URL   where pictures are (default: the shop)
  --trust              do not read the platform's profile
  --help               print this, with all faults

While it runs, a line "NAME [TARGET]" switches to a fault, "ok" back, and "requests" lists what was asked.
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    fault: { type: 'string' },
    on: { type: 'string', default: 'all' },
    'delay-ms': { type: 'string', default: '0' },
    'media-origin': { type: 'string' },
    trust: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  const rows = [...faultTable].map(([name, about]) => `  ${name.padEnd(30)} ${about}`);
  process.stdout.write(`${help}\nFaults:\n${rows.join('\n')}\n`);
} else {
  await run();
}

async function run(): Promise<void> {
  const mediaOrigin = values['media-origin'];
  const shop = await startUcpShop({
    port: Number(values.port),
    delayMs: Number(values['delay-ms']),
    readsAgentProfiles: !values.trust,
    ...(mediaOrigin === undefined ? {} : { mediaOrigin }),
  });
  if (values.fault !== undefined) obey(shop, `${values.fault} ${values.on}`);
  process.stdout.write(`Meadow & Mill is open at ${shop.origin}\n`);
  const lines = createInterface({ input: process.stdin }).on('line', (line) => obey(shop, line));
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  lines.close();
  await shop.close();
}

/** Runs a line that was typed, or the option. */
function obey(shop: UcpShop, line: string): void {
  const [name = '', target = 'all'] = line.trim().split(/\s+/u);
  if (name === 'requests') {
    for (const { method, path, body } of shop.requests) process.stdout.write(`${method} ${path} ${body}\n`);
  } else if (name === 'ok' || isFaultName(name)) {
    shop.setFault(name === 'ok' ? undefined : (name as FaultName), targetOf(target));
    process.stdout.write(`Now: ${name}\n`);
  } else {
    process.stderr.write(`There is no fault "${name}". --help lists them.\n`);
  }
}

function targetOf(value: string): FaultTarget {
  return value === 'profile' || value === 'catalog' ? value : 'all';
}
