/** The address of the MCP endpoint with a key in its query, as source 5.5 has it. */
export function mcpUrlWith(mcpUrl: string, key: string | undefined): URL {
  const url = new URL(mcpUrl);
  if (key !== undefined) url.searchParams.set('api_key', key);
  return url;
}
