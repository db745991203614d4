import type { Check } from '../../check.ts';
import { mcpClient } from './client.ts';
import { mcpKey } from './key.ts';
import { mcpReference } from './reference.ts';

/** Source 4.6. */
export const mcpChecks: readonly Check[] = [mcpClient, mcpKey, mcpReference];
