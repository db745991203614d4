import type { IncomingMessage } from 'node:http';

/**
 * The values of all header fields with this name, in lower case, as they were sent. Node's own index of distinct
 * fields would be made for each request, of which one or two are looked at.
 */
export function valuesOfHeader(request: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  const values: string[] = [];
  const { rawHeaders: fields } = request;
  for (let index = 0; index < fields.length; index += 2) {
    const field = fields[index] ?? '';
    if (field.length === name.length && field.toLowerCase() === name) values.push(fields[index + 1] ?? '');
  }
  return values;
}
