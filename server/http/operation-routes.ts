import type { Request, RequestHandler, Response, Router } from 'express';
import { jsonBody } from './json-body.ts';
import { methodNotAllowed } from './middleware.ts';

/** An operation of a generated table. */
export interface RoutedOperation {
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  /** As in the document: `/things/{thing_id}`. */
  readonly path: string;
  readonly requestBody: boolean;
}

export interface OperationRouteOptions<Id extends string> {
  /** Where the router is mounted: the prefix of every path. */
  readonly prefix: string;
  validate(operation: RoutedOperation): RequestHandler;
  /** What runs before the body is read. */
  guards?(id: Id): readonly RequestHandler[];
  /** What reads the body of an operation that has one, in place of `jsonBody`. */
  readBody?(id: Id): readonly RequestHandler[];
  /** Calls the operation's handler; it has no result when it has streamed its response. */
  handle(id: Id, request: Request, response: Response): Promise<HandlerResult | undefined>;
}

/**
 * Adds a route for each path of a generated table, with 405 and `Allow` for every other method (decision 0026). An
 * operation's body is read and validated before it is served (decision 0018).
 */
export function addOperationRoutes<Id extends string>(
  router: Router,
  table: Iterable<readonly [Id, RoutedOperation]>,
  { prefix, validate, guards = () => [], readBody = () => jsonBody(), handle }: OperationRouteOptions<Id>,
): void {
  for (const [path, operations] of Map.groupBy(table, ([, operation]) => operation.path)) {
    const route = router.route(expressPath(path.slice(prefix.length)));
    const reject = methodNotAllowed(operations.map(([, { method }]) => method));
    // Express would serve HEAD with the handler of GET.
    route.head(reject);
    for (const [id, operation] of operations) {
      const { method, requestBody } = operation;
      const serve: RequestHandler = async (request, response) => {
        const result = await handle(id, request, response);
        if (result !== undefined) sendResult(response, result);
      };
      route[method](...guards(id), ...(requestBody ? readBody(id) : []), validate(operation), serve);
    }
    route.all(reject);
  }
}

/** The rows of a generated table with their operationIds, which `Object.entries` types as text. */
export function entriesOf<Id extends string, Row>(table: Readonly<Record<Id, Row>>): [Id, Row][] {
  return Object.entries<Row>(table) as [Id, Row][];
}

/** `/things/{thing_id}` as Express writes it: `/things/:thing_id`. */
function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** What a handler returns. */
export interface HandlerResult {
  readonly status: number;
  /** Undefined: the response has no body. */
  readonly body: object | undefined;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

function sendResult(response: Response, { status, body, headers }: HandlerResult): void {
  response.status(status).set({ ...headers });
  if (body === undefined) response.end();
  else response.json(body);
}
