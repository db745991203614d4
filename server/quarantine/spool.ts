import { unlinkSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../support/ids.ts';

/**
 * Writes a file to the disk, at an open place without a name: however the process ends, nothing is left of it. A client
 * that sends slowly then waits for nobody's thread. The caller closes the handle. Throws what the source throws.
 */
export async function spool(folder: string, chunks: AsyncIterable<Uint8Array>) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${newId('imp')}.tmp`);
  const file = await open(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
    let bytes = 0;
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      bytes += chunk.byteLength;
    }
    return { file, bytes };
  } catch (error) {
    await file.close();
    throw error;
  }
}
