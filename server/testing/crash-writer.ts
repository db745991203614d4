import { writeSync } from 'node:fs';
import { openDatabase } from '../db/connect.ts';
import { createRepositories } from '../db/create-repositories.ts';
import { sampleAgent } from './sample-records.ts';

// Started and killed by a test: 64 writers that create agents and print the id of each one created.
const [dataDir = '', storeId = ''] = process.argv.slice(2);
const { agents } = createRepositories(await openDatabase({ databaseUrl: null, dataDir }));

async function writeForever(): Promise<never> {
  for (;;) {
    const agent = sampleAgent(storeId);
    await agents.insertWithinLimit(storeId, agent, 1_000_000);
    print(`${agent.id}\n`);
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Writes a line synchronously, and waits while the pipe is full. */
function print(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

await Promise.all(Array.from({ length: 64 }, writeForever));
