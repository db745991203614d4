/** Turns of the event loop in which requests that were sent at once all arrive, with the handshakes of their connections. */
const enough = 100;

/**
 * The time of a query or a model, in which other requests come in. It counts turns and not milliseconds: client and
 * server share one event loop, so what was sent at once overlaps on a machine of any speed.
 */
export async function overlap(turns = enough): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
