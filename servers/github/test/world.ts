import type { Failure, JsonObject, Outcome } from '@recourse/contract';
import { isFailure } from '@recourse/contract';
import { createForge, sampleSeed, sampleTokens } from '@recourse/forge';
import type { Forge, Seed } from '@recourse/forge';
import type { Server } from '@recourse/engine';
import { createGitHubServer } from '../src/server.ts';
import type { GitHubServerOptions } from '../src/server.ts';

export { sampleTokens };

export const tidewater = 'mira/tidewater';

/** The forge of a test, and servers that work on it. */
export interface World extends Forge {
  /** A server for this token; every caller is trusted, so that no call asks for a confirmation. */
  server(options?: GitHubServerOptions, token?: string): Server;
  /** The same, with what it sends to the forge; it has seen nothing before. */
  counted(options?: GitHubServerOptions): { readonly server: Server; readonly sent: string[] };
  /** Meets the next request that fits, or so many, with a fault. */
  fault(rule: object): Promise<void>;
  control(path: string, body: object): Promise<void>;
  /** A request to the forge itself, past our server. */
  api(method: string, path: string, body?: object, token?: string): Promise<ApiAnswer>;
  /** The lines that the servers have logged. */
  readonly lines: string[];
}

interface ApiAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of many shapes
  readonly data: any;
}

const trusted = { identify: () => ({ id: 'tester', trust: 'certified' as const }) };

export const startWorld = async (more: Seed = {}): Promise<World> => {
  const forge = await createForge({
    seed: {
      users: [...(sampleSeed.users ?? []), ...(more.users ?? [])],
      repositories: [...(sampleSeed.repositories ?? []), ...(more.repositories ?? [])],
    },
    control: 'test-key',
    limits: 'primary',
  });
  const lines: string[] = [];
  // The servers go by the clock of the forge.
  let passedMs = 0;
  const control = async (path: string, body: object): Promise<void> => {
    const headers = { 'x-forge-key': 'test-key' };
    const response = await fetch(`${forge.url}/_forge/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The forge refused to be controlled: ${await response.text()}`);
    if ('advance_ms' in body) passedMs += Number(body.advance_ms);
  };
  const server: World['server'] = (options = {}, token = sampleTokens.mira) =>
    createGitHubServer({
      log: (line) => lines.push(line),
      writesPerHour: 0,
      ...options,
      github: {
        baseUrl: forge.url,
        token,
        retry: { firstDelayMs: 1 },
        now: () => Date.now() + passedMs,
        ...options.github,
      },
      server: { identity: trusted, ...options.server },
    });
  return {
    ...forge,
    lines,
    server,
    counted: (options = {}) => {
      const sent: string[] = [];
      const counting: typeof fetch = (input, init) => {
        sent.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
        return fetch(input, init);
      };
      return { sent, server: server({ ...options, github: { ...options.github, fetch: counting } }) };
    },
    fault: (rule) => control('faults', { times: 1, ...rule }),
    control,
    api: async (method, path, body, token = sampleTokens.mira) => {
      const response = await fetch(`${forge.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'user-agent': 'test' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, data: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
    },
  };
};

export const callTool = (server: Server, tool: string, args: JsonObject, more: object = {}): Promise<Outcome> =>
  server.call({ tool, arguments: args, caller: { transport: 'in-process', local: true }, ...more });

/** A call that must succeed, and what it answers. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes
export const valueOf = async (server: Server, tool: string, args: JsonObject): Promise<any> => {
  const outcome = await callTool(server, tool, args);
  if (isFailure(outcome)) throw new Error(`${tool} failed with ${outcome.code}: ${outcome.message}`);
  return outcome.value;
};

/** A call that must fail, and how. */
export const failureOf = async (
  server: Server,
  tool: string,
  args: JsonObject,
  more: object = {},
): Promise<Failure> => {
  const outcome = await callTool(server, tool, args, more);
  if (!isFailure(outcome)) throw new Error(`${tool} succeeded: ${JSON.stringify(outcome.value)}`);
  return outcome;
};
