import { writeSync } from 'node:fs';
import { createRepositories } from '../db/create-repositories.ts';
import { openDatabase } from '../db/open-database.ts';
import { sampleAgent } from './sample-records.ts';

// Started by a test, and killed by it: 64 writers that create agents and say so, one line for each, until the end.
const [dataDir = '', storeId = ''] = process.argv.slice(2);
const { agents } = createRepositories(await openDatabase({ databaseUrl: null, dataDir }));

async function writeForever(): Promise<never> {
  for (;;) {
    const agent = sampleAgent(storeId);
    await agents.insertWithinLimit(storeId, agent, 1_000_000);
    writeSync(1, `${agent.id}\n`);
  }
}

await Promise.all(Array.from({ length: 64 }, writeForever));
