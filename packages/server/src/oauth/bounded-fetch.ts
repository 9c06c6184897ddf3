import { IssuerUnavailableError } from './issuer-unavailable.ts';
import { oauthLimits } from './oauth-options.ts';

export interface IssuerAnswer {
  readonly status: number;
  /** The body; undefined if it is not JSON. */
  readonly json: unknown;
}

/**
 * Asks the authorization server: within a time and a size, and never at another address. A redirect is an answer like
 * any other.
 */
export const boundedFetch = async (url: string | URL, init: RequestInit = {}): Promise<IssuerAnswer> => {
  const text = async (): Promise<readonly [status: number, text: string]> => {
    const signal = init.signal ?? AbortSignal.timeout(oauthLimits.requestMs);
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    return [response.status, await readBounded(response)];
  };
  const [status, body] = await text().catch((cause: unknown) => {
    if (cause instanceof IssuerUnavailableError) throw cause;
    throw new IssuerUnavailableError('the authorization server cannot be reached', { cause });
  });
  return { status, json: parseJson(body) };
};

const readBounded = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    const part = chunk as Uint8Array;
    length += part.byteLength;
    if (length > oauthLimits.documentBytes) {
      throw new IssuerUnavailableError('a response from the authorization server is too large');
    }
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString();
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
