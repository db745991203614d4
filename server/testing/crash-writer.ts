import { writeSync } from 'node:fs';
import { openDatabase } from '../db/connect.ts';
import { createRepositories } from '../db/repositories.ts';
import { sampleAgent } from './sample-records.ts';

// Started by a test, and killed by it: 64 writers that create agents and say so, one line for each, until the end.
const [dataDir = '', storeId = ''] = process.argv.slice(2);
const { agents } = createRepositories(await openDatabase({ databaseUrl: null, dataDir }));

async function writeForever(): Promise<never> {
  for (;;) {
    const agent = sampleAgent(storeId);
    await agents.insertWithinLimit(storeId, agent, 1_000_000);
    say(`${agent.id}\n`);
  }
}

const turn = new Int32Array(new SharedArrayBuffer(4));

/** Says a line at once, before anything else is done. A reader that is behind is waited for. */
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(turn, 0, 0, 1);
    }
  }
}

await Promise.all(Array.from({ length: 64 }, writeForever));
