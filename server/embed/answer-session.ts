import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { clientAddress } from '../http/client-address.ts';
import { readStrictJson } from '../http/read-json-body.ts';
import type { parseProxies } from '../http/require-https.ts';
import { parseInput } from '../services/parse-input.ts';
import { openSession } from './open-session.ts';

const sessionBody = z.strictObject({
  chatbot_id: z.string().min(1).max(200),
  visitor_secret: z.string().max(200).exactOptional(),
});

/** In bytes: a body with the longest values is 2.5 kB, if every character of theirs is escaped. */
const largestSession = 4 * 1024;

/** Opens a visitor's session (decision 0016). Throws ServiceError for a body that is not one, and what openSession throws. */
export async function answerSession(
  deps: Deps,
  proxies: ReturnType<typeof parseProxies>,
  request: Request,
  response: Response,
): Promise<void> {
  const body = parseInput(sessionBody, await readStrictJson(request, largestSession));
  const session = await openSession(deps, {
    chatbotId: body.chatbot_id,
    visitorSecret: body.visitor_secret,
    origin: request.headers.origin,
    address: clientAddress(request, proxies),
  });
  response.json(session);
}
