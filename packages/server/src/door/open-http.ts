import type { serveHttp as serve } from './serve-http.ts';

/** Serves one or more servers over HTTP: MCP in both protocol eras, and REST. A server on stdio never loads it. */
export const serveHttp: typeof serve = async (given, options) => {
  const door = await import('./serve-http.ts');
  return door.serveHttp(given, options);
};
