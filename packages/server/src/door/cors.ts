import type { ServerResponse } from 'node:http';

/** Lets a page that may call read the answer, and the headers it needs for a session. */
export const allowPages = (response: ServerResponse, origin: string): void => {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader(
    'access-control-expose-headers',
    'content-language, idempotent-replayed, mcp-session-id, mcp-protocol-version, retry-after, www-authenticate',
  );
  response.setHeader('vary', 'origin');
};

const allowedHeaders =
  'accept, authorization, content-type, idempotency-key, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, recourse-confirmation-token, traceparent, tracestate';

/** Answers a browser's preflight request. */
export const preflight = (response: ServerResponse, requested: string | undefined): void => {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': [allowedHeaders, ...paramHeadersIn(requested)].join(', '),
    'access-control-max-age': '600',
  });
  response.end();
};

/** The headers that repeat arguments. Each tool names its own, so those that the browser asks for are allowed. */
const paramHeadersIn = (requested = ''): readonly string[] =>
  requested
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^mcp-param-[\w!#$%&'*+.^`|~-]+$/u.test(name));
