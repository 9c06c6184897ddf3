import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

/** The client that introspects on behalf of the resource server. */
export const introspector = { clientId: 'tools', clientSecret: randomUUID() };

/** A program without a user, which gets tokens with its own credentials. */
export const robot = { clientId: 'robot', clientSecret: randomUUID() };

const newKey = (kid) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
};

/**
 * Starts oidc-provider on a free port. `settings` may change between requests: the scopes that its user grants, the
 * format of access tokens, and the audience that it writes into them.
 */
export const openProvider = async (settings) => {
  let handler;
  const http = createServer((request, response) => handler(request, response));
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address();
  const issuer = `http://127.0.0.1:${port}`;
  const adapters = new Map();

  /** Keeps what the provider stores, so that a change of its keys loses no client and no grant. */
  class Kept {
    constructor(model) {
      this.rows = adapters.get(model) ?? adapters.set(model, new Map()).get(model);
    }
    async upsert(id, payload) {
      this.rows.set(id, payload);
    }
    async find(id) {
      return this.rows.get(id);
    }
    async findByUid(uid) {
      return [...this.rows.values()].find((row) => row.uid === uid);
    }
    async findByUserCode() {}
    async consume(id) {
      this.rows.get(id).consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id) {
      this.rows.delete(id);
    }
    async revokeByGrantId(grantId) {
      for (const [id, row] of this.rows) if (row.grantId === grantId) this.rows.delete(id);
    }
  }

  const start = (kid) => {
    const provider = new Provider(issuer, {
      adapter: Kept,
      jwks: { keys: [newKey(kid)] },
      cookies: { keys: [randomUUID()] },
      clients: [
        {
          client_id: introspector.clientId,
          client_secret: introspector.clientSecret,
          redirect_uris: [],
          grant_types: [],
          response_types: [],
        },
        {
          client_id: robot.clientId,
          client_secret: robot.clientSecret,
          redirect_uris: [],
          grant_types: ['client_credentials'],
          response_types: [],
          scope: settings.scopes.join(' '),
        },
      ],
      scopes: ['openid', ...settings.scopes],
      pkce: { required: () => true },
      features: {
        devInteractions: { enabled: false },
        registration: { enabled: true },
        clientCredentials: { enabled: true },
        revocation: { enabled: true },
        introspection: { enabled: true, allowedPolicy: () => true },
        resourceIndicators: {
          enabled: true,
          useGrantedResource: () => true,
          getResourceServerInfo: (_context, resource) => ({
            scope: settings.scopes.join(' '),
            audience: settings.audience ?? resource,
            accessTokenFormat: settings.format ?? 'jwt',
            accessTokenTTL: 600,
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    });
    const callback = provider.callback();
    handler = (request, response) =>
      request.url.startsWith('/interaction/')
        ? interact(provider, settings, request, response).catch((error) => response.writeHead(500).end(String(error)))
        : callback(request, response);
  };
  start('first');
  return {
    issuer,
    rotateKeys: () => start('second'),
    close: () =>
      new Promise((resolve) => {
        http.close(resolve);
        http.closeAllConnections();
      }),
  };
};

/** The user logs in and grants the scopes of `settings.granted`. */
const interact = async (provider, settings, request, response) => {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId: 'ann' } });
  }
  const grant = grantId
    ? await provider.Grant.find(grantId)
    : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  grant.addOIDCScope(['openid', ...settings.scopes].join(' '));
  grant.addResourceScope(String(params.resource), settings.granted.join(' '));
  for (const scope of settings.scopes.filter((one) => !settings.granted.includes(one))) {
    grant.rejectResourceScope(String(params.resource), scope);
  }
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
};
