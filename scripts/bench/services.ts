import { startService, type MeasuredService, type ServiceOptions } from './start-service.ts';
import type { BenchOptions } from './workload.ts';

/** This checkout's service and, with `--against`, the other one's, each prepared in the same way. */
export async function startServices(
  { against }: Pick<BenchOptions, 'against'>,
  options: ServiceOptions = {},
): Promise<MeasuredService[]> {
  const own = await startService(options);
  if (against === null) return [own];
  return [own, await startService({ ...options, folder: against, name: 'before' })];
}
