import { enableCompileCache } from 'node:module';

// Enable it before the readers are loaded: later threads start faster.
enableCompileCache();
const { serveOrders } = await import('./serve-orders.ts');
await serveOrders();
