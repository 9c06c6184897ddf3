import { fail } from '@recourse/contract';
import { keyPrefix } from '@recourse/engine/store-ports';
import type { Principal, Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';
import type { Authorizer } from '../oauth/authorizer.ts';
import { challengeHeader } from '../oauth/challenge.ts';
import { principalWithScopes } from '../oauth/claims.ts';
import { missingScopes, weakestScope } from '../oauth/missing-scopes.ts';
import type { OAuthOptions } from '../oauth/oauth-options.ts';
import { audiencesOf, describeResource } from '../oauth/resource-metadata.ts';
import type { Lacking, LackingScope } from '../wire/http/lacking-scope.ts';
import { resourcePathOf } from './router.ts';

type Headers = Readonly<Record<string, string>>;

/** Handles callers with access tokens. Callers with keys of this installation do not pass here. */
export class OAuthDoor {
  readonly #options: OAuthOptions;
  readonly #authorizer: Authorizer;
  readonly #audiences: ReadonlyMap<Server, readonly string[]>;

  constructor(options: OAuthOptions, authorizer: Authorizer, servers: readonly Server[]) {
    this.#options = options;
    this.#authorizer = authorizer;
    this.#audiences = new Map(
      servers.map((server, index) => {
        const own = [`/${server.name}/mcp`, `/${server.name}/tools`];
        return [server, audiencesOf(options, index === 0 ? ['/mcp', ...own] : own)] as const;
      }),
    );
  }

  /** Whether a caller presents an access token: a bearer that is not a key of this installation. */
  takes({ key }: Caller): boolean {
    return key !== undefined && !key.startsWith(keyPrefix);
  }

  identify(token: string, server: Server): Promise<Principal | undefined> {
    return this.#authorizer.identify(token, this.#audiences.get(server) ?? []);
  }

  problem(): Promise<string | undefined> {
    return this.#authorizer.problem();
  }

  describe(path: string): string {
    return JSON.stringify(describeResource(this.#options, path));
  }

  /** The challenge of a response; `error` is absent if the request had no token. */
  challenge(path: string, error?: 'invalid_token' | 'invalid_request'): Headers {
    const resource = resourcePathOf(path);
    return { 'www-authenticate': challengeHeader(this.#options, resource, error === undefined ? {} : { error }) };
  }

  /** The refusal of a token without any scope that gives a right. */
  withoutRights(path: string): LackingScope {
    const scope = weakestScope(this.#options.scopes);
    return this.#lacks(scope === undefined ? [] : [scope], path);
  }

  /** The refusal of a call whose token lacks the scope for its tool; at once if the call may go on. */
  lacking(server: Server): Lacking {
    return ({ principal }, tool, path) => {
      if (!principal?.scopes || typeof tool !== 'string' || isOffered(server, principal, tool)) return undefined;
      const { id, scopes } = principal;
      const missing = missingScopes(this.#options.scopes, scopes, (some) =>
        isOffered(server, principalWithScopes(id, some, this.#options), tool),
      );
      return missing && this.#lacksTool(server, tool, missing, path);
    };
  }

  /** A tool that does not exist lacks no scope: the pipeline answers with near names. */
  async #lacksTool(server: Server, tool: string, scopes: readonly string[], path: string) {
    const exists = (await server.listTools()).some(({ name }) => name === tool);
    return exists ? this.#lacks(scopes, path) : undefined;
  }

  #lacks(scope: readonly string[], path: string): LackingScope {
    const header = challengeHeader(this.#options, resourcePathOf(path), { error: 'insufficient_scope', scope });
    const failure = fail(
      'PERMISSION_DENIED',
      { reason: 'the access token lacks a required scope', required_scope: scope.join(' '), http_status: 403 },
      { http: 403, hint: `Get an access token with the scope ${scope.join(' and the scope ')}.` },
    );
    return { failure, headers: { 'www-authenticate': header } };
  }
}

/** Whether a principal is offered a tool. */
const isOffered = (server: Server, principal: Principal, tool: string): boolean =>
  server.concerns(principal, { list: 'tools', tools: [tool] });
