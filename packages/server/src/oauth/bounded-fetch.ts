import { IssuerUnavailableError } from './issuer-unavailable.ts';
import { oauthLimits } from './oauth-options.ts';

/** Fetches a document of the authorization server: within a time and a size, and never from another address. */
export const boundedFetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
  try {
    const signal = AbortSignal.timeout(oauthLimits.requestMs);
    const response = await fetch(url, { ...init, redirect: 'error', signal });
    const bytes = await readBounded(response);
    return new Response(bytes, { status: response.status, headers: { 'content-type': 'application/json' } });
  } catch (cause) {
    throw new IssuerUnavailableError('The authorization server does not answer', { cause });
  }
};

const readBounded = async (response: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    const part = chunk as Uint8Array;
    length += part.byteLength;
    if (length > oauthLimits.documentBytes) throw new Error('the document is too large');
    chunks.push(part);
  }
  return Buffer.concat(chunks);
};
