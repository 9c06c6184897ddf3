import { hash } from 'node:crypto';
import { withinTime } from '@recourse/engine/within-time';
import { cleanText } from '@recourse/github';
import { z } from 'zod';
import { publishError } from './publish-failure.ts';

export interface ServiceOptions {
  /** The address before `/v1`. */
  readonly endpoint: string;
  readonly token?: string;
  /** For one request, its answer included; defaults to 60 s. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

export const schema_version = '1.0';
const defaultTimeoutMs = 60_000;
const mostBytes = 1024 * 1024;
const longestText = 300;

const errorAnswer = z.object({
  code: z.string().optional(),
  message: z.string().optional(),
  details: z.unknown().optional(),
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Asked<Value> {
  readonly key: string;
  readonly shape: z.ZodType<Value>;
  readonly signal: AbortSignal;
}

/** A refusal of the service, with its body: some say what is there already. */
export interface Refused {
  readonly status: number;
  readonly code: string | undefined;
  readonly details: unknown;
}

/** Sends requests to a commit service. Failures are RunErrors, with the effect that the request may have had. */
export const createServiceRequests = (options: ServiceOptions) => {
  const { token, timeoutMs = defaultTimeoutMs, fetch: send = fetch } = options;
  const endpoint = options.endpoint.replace(/\/+$/, '');

  const exchange = async (path: string, { headers, ...request }: Sent, signal: AbortSignal): Promise<Answer> => {
    try {
      return await withinTime(timeoutMs, signal, async (bound) => {
        const response = await send(`${endpoint}/v1/${path}`, {
          ...request,
          headers: {
            accept: 'application/json',
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...headers,
          },
          redirect: 'error',
          signal: bound,
        });
        return { status: response.status, headers: response.headers, text: await readBounded(response) };
      });
    } catch (error) {
      signal.throwIfAborted();
      const effect = request.method === 'GET' ? 'none' : 'unknown';
      const message = 'The commit service could not be reached, or did not send a complete response';
      throw publishError({ effect, message }, { cause: withoutMessage(error) });
    }
  };

  const read = <Value>(answer: Answer, shape: z.ZodType<Value>, effect: 'none' | 'unknown'): Value => {
    if (!isOk(answer)) throw refusalOf(answer, token, effect);
    const parsed = shape.safeParse(parseJson(answer.text));
    if (parsed.success) return parsed.data;
    const message = 'The response of the commit service does not match its contract';
    throw publishError({ status: answer.status, effect, retryable: false, message });
  };

  return {
    timeoutMs,
    /** Writes. `settle` may find the result of the write in a refusal. */
    post: async <Value>(
      path: string,
      body: object,
      { key, shape, signal }: Asked<Value>,
      settle?: (refused: Refused) => Value | undefined,
    ): Promise<Value> => {
      const idempotency_key = uuidOf(key);
      const answer = await exchange(
        path,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': idempotency_key },
          body: JSON.stringify({ schema_version, idempotency_key, ...body }),
        },
        signal,
      );
      const settled = isOk(answer) ? undefined : settle?.(refusedOf(answer));
      return settled ?? read(answer, shape, 'unknown');
    },
    /** Looks for a write by its key. Undefined: it did not take place. */
    look: async <Value>(
      path: string,
      query: Readonly<Record<string, string>>,
      { key, shape, signal }: Asked<Value>,
    ): Promise<Value | undefined> => {
      const words = new URLSearchParams({ ...query, idempotency_key: uuidOf(key) });
      const answer = await exchange(`${path}?${words.toString()}`, { method: 'GET' }, signal);
      return answer.status === 404 ? undefined : read(answer, shape, 'none');
    },
    /** Whether the service answers looks: one that knows them says that it knows no such key. */
    looks: async (path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<boolean> => {
      const words = new URLSearchParams({ ...query, idempotency_key: uuidOf('none') });
      const answer = await exchange(`${path}?${words.toString()}`, { method: 'GET' }, signal);
      if (answer.status === 404) return refusedOf(answer).code === 'KEY_NOT_FOUND';
      if ([400, 405, 501].includes(answer.status)) return false;
      if (!isOk(answer)) throw refusalOf(answer, token, 'none');
      return true;
    },
  };
};

const isOk = ({ status }: Answer): boolean => status >= 200 && status < 300;

const refusedOf = ({ status, text }: Answer): Refused => {
  const read = errorAnswer.safeParse(parseJson(text));
  return {
    status,
    code: read.success ? read.data.code : undefined,
    details: read.success ? read.data.details : undefined,
  };
};

/** The service takes UUIDs of version 4 only: one that follows from the key. */
const uuidOf = (key: string): string => {
  const digits = hash('sha256', key);
  const variant = ((Number.parseInt(digits[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`];
  return [...parts, `${variant}${digits.slice(17, 20)}`, digits.slice(20, 32)].join('-');
};

const readBounded = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new Error('The response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A 4xx has no effect; that of a failed write is unknown. The text of the service may repeat the token. */
const refusalOf = ({ status, headers, text }: Answer, token: string | undefined, effect: 'none' | 'unknown') => {
  const read = errorAnswer.safeParse(parseJson(text));
  const hide = (said: string): string =>
    cleanText(token === undefined ? said : said.replaceAll(token, '[token]')).slice(0, longestText);
  const { code, message } = read.success ? read.data : {};
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return publishError({
    status,
    ...(code !== undefined && { upstreamCode: hide(code) }),
    ...(message !== undefined && { upstreamError: hide(message) }),
    ...(Number.isFinite(seconds) && seconds >= 0 && { retryAfterSeconds: seconds }),
    effect: status < 500 ? 'none' : effect,
    // The next publication starts from where the base is then.
    ...(status === 409 && code === 'BASE_MOVED' && { retryable: true }),
  });
};

/** Errors of fetch may name the address with its credentials. */
const withoutMessage = (error: unknown): Error => new Error(error instanceof Error ? error.name : 'Error');
