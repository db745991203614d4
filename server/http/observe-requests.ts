import type { RequestHandler } from 'express';
import { operations as dashboardOperations } from '../../generated/dashboard-operations.ts';
import { operations } from '../../generated/operations.ts';
import type { Clock } from '../support/clock.ts';
import type { Metrics } from '../support/metrics.ts';
import { entriesOf, type RoutedOperation } from './operation-routes.ts';

interface ObserveDeps {
  readonly metrics: Pick<Metrics, 'requests' | 'requestSeconds'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Counts each request by operation and status, and observes its duration, when its response is over. */
export function observeRequests({ metrics, clock }: ObserveDeps): RequestHandler {
  return ({ method, path }, response, next) => {
    const startedAt = clock.monotonic();
    response.once('close', () => {
      const operation = operationOf(method, path);
      // Without a status when the client left before.
      const status = response.headersSent ? response.statusCode : 'aborted';
      metrics.requests.inc({ operation, status });
      metrics.requestSeconds.observe({ operation }, (clock.monotonic() - startedAt) / 1000);
    });
    next();
  };
}

/** By method and path; the paths of the API have no parameters. */
const byPath = new Map(
  entriesOf(operations).map(([id, { method, path }]) => [`${method.toUpperCase()} ${path}`, id]),
);

const byPattern = entriesOf(dashboardOperations).map(([id, operation]) => ({
  id,
  pattern: patternOf(operation),
}));

function patternOf({ method, path }: RoutedOperation): RegExp {
  return new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

const groups = ['api', 'dashboard', 'embed', 'mcp', 'healthz', 'readyz'];

/**
 * The operationId of a request, also of one that is rejected before its route; else the first part of its path where that
 * is ours, else `other`.
 */
function operationOf(method: string, path: string): string {
  const request = `${method} ${path}`;
  const id = byPath.get(request);
  if (id !== undefined) return id;
  const [, group = ''] = path.split('/');
  if (!groups.includes(group)) return 'other';
  return byPattern.find(({ pattern }) => pattern.test(request))?.id ?? group;
}
