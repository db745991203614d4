import { enableCompileCache } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import { platform } from 'node:process';

// Enable it before the readers are loaded: later threads start faster.
enableCompileCache();
// The thread that serves goes first where both want a processor. Elsewhere it would be the priority of the whole process.
if (platform === 'linux') setPriority(Math.max(getPriority(), 5));
const { serveOrders } = await import('./serve-orders.ts');
await serveOrders();
