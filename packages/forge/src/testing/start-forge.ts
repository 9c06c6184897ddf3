import { createForge, type Forge, type ForgeOptions } from '../forge.ts';
import type { Seed } from '../seed/seed.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of many shapes
  readonly data: any;
}

export interface TestForge extends Forge {
  readonly errors: readonly string[];
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  control(method: string, path: string, body?: unknown): Promise<Reply>;
}

export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const controlKey = 'test-key';

/** A forge in a temporary directory, with a client that speaks to it. */
export async function startForge(seed: Seed, options: ForgeOptions = {}): Promise<TestForge> {
  const errors: string[] = [];
  const forge = await createForge({
    seed,
    control: controlKey,
    limits: 'none',
    onError: (error) => errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    ...options,
  });
  const call = (method: string, path: string, callOptions: CallOptions = {}): Promise<Reply> =>
    request(forge.url + path, method, callOptions);
  const control = (method: string, path: string, body?: unknown): Promise<Reply> =>
    request(`${forge.url}/_forge/${path}`, method, { body, headers: { 'x-forge-key': controlKey } });
  return { ...forge, errors, call, control };
}

/** One request, its body read as JSON where it is JSON. */
export async function request(url: string, method: string, { token, body, headers = {} }: CallOptions): Promise<Reply> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      'user-agent': 'forge-tests',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: response.status, headers: response.headers, data: isJson ? JSON.parse(text) : text };
}
