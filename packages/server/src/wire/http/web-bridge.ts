import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';

/** Converts a request for the SDK. Its body has been read already and is passed separately. */
export const toWebRequest = (request: IncomingMessage, response: ServerResponse): Request => {
  const headers = new Headers();
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    headers.append(request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '');
  }
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  // Only the path matters: the host has been checked.
  const url = new URL(request.url ?? '/', 'http://localhost');
  return new Request(url, { method: request.method ?? 'GET', headers, signal: gone.signal });
};

/** Writes the SDK's response, stream or not, no faster than the client reads it. `first` goes before its body. */
export const writeWebResponse = async (from: Response, to: ServerResponse, first = ''): Promise<void> => {
  if (to.destroyed) return void from.body?.cancel().catch(() => undefined);
  to.writeHead(from.status, Object.fromEntries(from.headers));
  if (!from.body) return void to.end();
  to.flushHeaders();
  if (first !== '') to.write(first);
  const reader = from.body.getReader();
  const gone = (): void => void reader.cancel().catch(() => undefined);
  to.once('close', gone);
  const closed = once(to, 'close').catch(() => undefined);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!to.write(part.value) && !to.destroyed) await Promise.race([once(to, 'drain'), closed]);
    }
  } finally {
    to.off('close', gone);
    to.end();
  }
};
