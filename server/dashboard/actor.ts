import type { Actor } from '../services/audit.ts';
import type { SignedIn } from '../services/sessions.ts';
import type { Client } from '../services/sign-in.ts';

/** Who the audit log names for a request. */
export function actorOf({
  signedIn,
  client,
}: {
  readonly signedIn: SignedIn;
  readonly client: Client;
}): Actor {
  return { name: signedIn.user.email, address: client.address };
}
