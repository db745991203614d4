import { parse } from 'node:url';

/**
 * The validator reads addresses with Node's old parser. Until that has warned of itself, which it never does for a
 * package, it looks at the stack of each call: a twentieth of a request. So it is made to warn here, unheard.
 */
export function settleUrlWarning(host: { noDeprecation?: boolean }): void {
  const { noDeprecation = false } = host;
  host.noDeprecation = true;
  parse('/');
  host.noDeprecation = noDeprecation;
}
