import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer } from './answer.ts';
import { varyBy } from './vary.ts';

/**
 * Answers with a document that depends on the caller: only the caller's own cache may keep it, and it asks again each
 * time. A caller that has the same document already gets 304.
 */
export const answerPrivately = (request: IncomingMessage, response: ServerResponse, text: string): void => {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  const headers = { etag, 'cache-control': 'private, no-cache', vary: varyBy(response, 'authorization') };
  if (!knows(request.headers['if-none-match'], etag)) return answer(response, 200, text, headers);
  if (response.headersSent || response.destroyed) return;
  response.writeHead(304, headers).end();
};

/** Whether the caller has one of the documents that it names. `*` names any. */
const knows = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((sent) => ['*', etag, `W/${etag}`].includes(sent.trim())) ?? false;
