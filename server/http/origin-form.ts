/** A request's target without scheme and host, which proxies may send, and without a fragment, which nobody may. */
export function originForm(url: string): string {
  if (url.startsWith('/') && !url.includes('#')) return url;
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
}
