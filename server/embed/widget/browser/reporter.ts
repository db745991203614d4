import type { Service, WidgetEvent } from './service.ts';

/** Reports what the shopper did, for the figures of the shop. */
export type Report = (event: WidgetEvent) => void;

const delayMs = 5_000;
/** The service accepts this many at once. */
const maxEvents = 20;

/** Sends events in batches, the last ones when the page is left. What fails is lost: the chat goes on. */
export function createReporter(service: Pick<Service, 'report'>): Report {
  const queue: WidgetEvent[] = [];
  let timer = 0;
  const flush = (): void => {
    clearTimeout(timer);
    timer = 0;
    while (queue.length > 0) service.report(queue.splice(0, maxEvents)).catch(() => undefined);
  };
  addEventListener('pagehide', flush);
  return (event) => {
    queue.push(event);
    timer ||= window.setTimeout(flush, delayMs);
  };
}
