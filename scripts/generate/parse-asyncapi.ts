import { Parser, type AsyncAPIDocumentInterface } from '@asyncapi/parser';
import type { JsonObject } from './json.ts';

/** What the AsyncAPI parser finds in a bundled document: the model, and every diagnostic as one line. */
export async function parseAsyncapi(
  asyncapi: JsonObject,
): Promise<{ readonly document: AsyncAPIDocumentInterface | undefined; readonly diagnostics: string[] }> {
  const { document, diagnostics } = await new Parser().parse(JSON.stringify(asyncapi));
  return {
    document,
    diagnostics: diagnostics.map(({ path, code, message }) => `${path.join('/')}: ${message} (${code})`),
  };
}
