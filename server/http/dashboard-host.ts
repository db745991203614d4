import { type RequestHandler } from 'express';
import { ServiceError } from '../errors.ts';

/**
 * With DASHBOARD_HOST the dashboard has an origin of its own (decision 0046): its pages and operations are 404 on other
 * hosts, and everything else is 404 on its host, where `/` leads to the pages. Health checks are served on every host.
 * Without it, nothing is rejected.
 */
export function dashboardHost(host: string | null): RequestHandler {
  return (request, response, next) => {
    if (host === null || healthPaths.has(request.path)) return next();
    const isItsHost = request.get('Host')?.toLowerCase() === host;
    if (isItsHost && request.path === '/') return response.redirect('/dashboard/');
    const isDashboard = /^\/dashboard(?:\/|$)/.test(request.path);
    if (isDashboard !== isItsHost) throw new ServiceError('not_found', 'not found');
    next();
  };
}

const healthPaths = new Set(['/healthz', '/readyz']);
