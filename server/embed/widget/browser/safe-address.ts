/** The address when it is absolute http(s) or mailto. */
export function safeAddress(address: string): string | undefined {
  try {
    const url = new URL(address);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
