import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { hashSecret, newSecret } from '../auth/secret.ts';

export type LocalCode = ReturnType<typeof createLocalCode>;

/**
 * The sign-in code of the link that `serve --demo` prints. It is held in memory, so that it ends with the process, works
 * more than once, and only from this machine (decision 0039).
 */
export function createLocalCode() {
  let issued: { readonly hash: string; readonly userId: string } | undefined;
  return {
    /** The code of a person; it replaces an older one. Print it to a terminal; never log it. */
    issue(userId: string): string {
      const code = newSecret();
      issued = { hash: hashSecret(code), userId };
      return code;
    },
    /** Whose code this is; undefined for another code, and for an address that is not a loopback address. */
    userOf(code: string, address: string): string | undefined {
      if (issued === undefined || !isLoopback(address)) return undefined;
      // Both are hexadecimal SHA-256, so they have one length.
      const isSame = timingSafeEqual(Buffer.from(hashSecret(code)), Buffer.from(issued.hash));
      return isSame ? issued.userId : undefined;
    },
  };
}

function isLoopback(address: string): boolean {
  const ipv4 = address.replace(/^::ffff:/i, '');
  return ipv4 === '::1' || (isIP(ipv4) === 4 && ipv4.startsWith('127.'));
}
