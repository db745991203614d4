import { join } from 'node:path';
import { guidePage } from './guide-page.ts';
import type { Page } from './layout.ts';

/** The released versions and what each changed, from spec/CHANGELOG.md. */
export function changelogPage(specFolder: string): Page {
  return guidePage('changelog.html', join(specFolder, 'CHANGELOG.md'));
}
