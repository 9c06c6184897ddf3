import { createEventBuffer, createMemorySink } from '@recourse/engine/events';
import type { Identity } from '@recourse/engine';
import { SignJWT } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openHttp, sessionHeaders } from '../testing/open-http.ts';
import { openIssuer } from '../testing/open-issuer.ts';
import { createTickets } from '../testing/tickets.ts';
import type { OAuthOptions } from './oauth-options.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const resource = 'https://tools.test';
const aud = `${resource}/tickets/mcp`;
const scopes: OAuthOptions['scopes'] = {
  'tickets:read': { tools: ['find_ticket', 'scan_tickets'] },
  'tickets:note': { tools: ['note_ticket'], trust: 'validated' },
  'tickets:all': { trust: 'certified' },
};

const open = async (options: Partial<OAuthOptions> = {}) => {
  const issuer = await openIssuer();
  const identity: Identity = {
    identify: ({ key }) => (key === 'rk_good' ? { id: 'keyed', trust: 'validated' } : undefined),
    hasKeys: () => Promise.resolve(true),
  };
  const sink = createMemorySink();
  const events = createEventBuffer(sink);
  const errors: string[] = [];
  const clock = { aheadMs: 0 };
  const tickets = createTickets({ identity, record: { events }, now: () => Date.now() + clock.aheadMs });
  const http = await openHttp(tickets.server, {
    oauth: { issuer: issuer.issuer, resource, scopes, cooldownMs: 0, ...options },
    onError: ({ message }) => errors.push(message),
  });
  opened.push(http, issuer);
  const as = (token: string, headers: object = {}) => ({ authorization: `Bearer ${token}`, ...headers });
  const list = (token: string) => http.ask({ method: 'GET', path: '/tickets/tools', headers: as(token) });
  const names = async (token: string) =>
    ((await list(token)).json['tools'] as readonly { name: string }[]).map(({ name }) => name);
  const call = (token: string, name: string, args: object = {}) =>
    http.ask({
      path: '/tickets/mcp',
      headers: as(token, sessionHeaders),
      body: { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } },
    });
  const recorded = async () => {
    await events.flush();
    return JSON.stringify([sink.take(), errors]);
  };
  const readiness = async () => (await http.ask({ method: 'GET', path: '/readyz' })).json;
  return { ...tickets, clock, issuer, http, as, list, names, call, recorded, readiness };
};

const refusedToken = { status: 401, json: { code: 'PERMISSION_DENIED' } };

describe('access tokens', () => {
  it('give the trust and the tools of their scopes, while keys keep theirs', async () => {
    const { issuer, names, call, done } = await open();
    const read = await issuer.sign({ aud, scope: 'openid tickets:read' });
    expect(await names(read)).toEqual(['find_ticket', 'scan_tickets']);
    expect((await call(read, 'find_ticket', { id: 3 })).json).toMatchObject({
      result: { structuredContent: { ok: true, id: 3 } },
    });
    expect(await names(await issuer.sign({ aud, scope: 'tickets:read tickets:note' }))).toHaveLength(3);
    const all = await issuer.sign({ aud, scp: ['tickets:all'] });
    expect((await call(all, 'close_ticket', { id: 4 })).text).toContain('"closed":true');
    expect(done).toEqual(['close 4']);
    expect(await names('rk_good')).toContain('close_ticket');
  });

  it('are accepted only for the installation, the server or a configured audience', async () => {
    const { issuer, list } = await open({ audiences: ['legacy-id'] });
    const status = async (audience: unknown) =>
      (await list(await issuer.sign({ aud: audience, scope: 'tickets:read' }))).status;
    for (const good of [resource, aud, `${resource}/tickets/tools`, `${resource}/mcp`, ['x', aud], 'legacy-id']) {
      expect(await status(good)).toBe(200);
    }
    for (const bad of [undefined, 'https://other.test', `${resource}/other/mcp`, `${aud}/x`, []]) {
      expect(await status(bad)).toBe(401);
    }
  });

  it('are refused with the same answer for every reason, which says where to get a token', async () => {
    const { issuer, list } = await open();
    const good = { aud, scope: 'tickets:read' };
    const now = Math.floor(Date.now() / 1000);
    const other = await openIssuer();
    opened.push(other);
    const none = [{ alg: 'none' }, { iss: issuer.issuer, sub: 'ann', exp: now + 60, ...good }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    // The public key of the issuer as the secret of an HMAC: the confusion that a list of algorithms prevents.
    const confused = await new SignJWT({ iss: issuer.issuer, sub: 'ann', exp: now + 60, ...good })
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(Buffer.from(JSON.stringify(issuer.publicKey())));
    const signed = await issuer.sign(good);
    const tokens = [
      `${none}.`,
      confused,
      await issuer.sign({ ...good, exp: now - 60 }),
      await issuer.sign({ ...good, nbf: now + 600 }),
      await issuer.sign({ ...good, exp: undefined }),
      await issuer.sign({ ...good, sub: undefined }),
      await issuer.sign({ ...good, sub: 'an\u202en' }),
      await issuer.sign({ ...good, iss: 'https://other.test' }),
      await other.sign({ ...good, iss: issuer.issuer }),
      `${signed.slice(0, -4)}AAAA`,
      // Signed by the issuer, for other purposes.
      await issuer.sign(good, { typ: 'logout+jwt' }),
      await issuer.sign(good, { typ: 'token-introspection+jwt' }),
      await issuer.sign({ ...good, token_use: 'id' }),
      await issuer.sign({ ...good, token_type: 'refresh' }),
      'opaque-token',
      'x'.repeat(9000),
      `${signed}, other`,
    ];
    for (const token of tokens) {
      const answer = await list(token);
      expect(answer).toMatchObject(refusedToken);
      expect(answer.text).not.toContain(token.slice(0, 40));
      expect(answer.headers['www-authenticate']).toBe(
        `Bearer resource_metadata="${resource}/.well-known/oauth-protected-resource/tickets/tools", error="invalid_token"`,
      );
    }
    expect((await list(signed)).status).toBe(200);
    for (const typ of ['JWT', 'at+jwt', 'application/at+jwt']) {
      expect((await list(await issuer.sign({ ...good, token_use: 'access' }, { typ }))).status).toBe(200);
    }
  });

  it('leave no trace in events, errors or answers', async () => {
    const { issuer, call, list, http, as, recorded } = await open();
    const tokens = [await issuer.sign({ aud, scope: 'tickets:read' }), await issuer.sign({ aud: 'x' })];
    for (const token of tokens) {
      await call(token, 'find_ticket', { id: 1 });
      await call(token, 'note_ticket', {});
      await list(token);
      const query = `/tickets/tools?access_token=${token}`;
      expect((await http.ask({ method: 'GET', path: query, headers: as(token) })).text).not.toContain(token);
    }
    await vi.waitFor(async () => expect(await recorded()).toBeDefined());
    const written = await recorded();
    for (const token of tokens) expect(written).not.toContain(token.split('.')[2]);
  });

  it('are refused in an address', async () => {
    const { issuer, http } = await open();
    const token = await issuer.sign({ aud, scope: 'tickets:read' });
    for (const name of ['access_token', 'Access_Token', '%61ccess%5Ftoken']) {
      const answer = await http.ask({ method: 'GET', path: `/tickets/tools?x=1&${name}=${token}` });
      expect(answer).toMatchObject({ status: 400, json: { code: 'VALIDATION_MALFORMED_REQUEST' } });
      expect(answer.headers['www-authenticate']).toContain('error="invalid_request"');
    }
  });
});

describe('a missing scope', () => {
  it('is answered with 403 and the scope with the fewest rights, over MCP and REST', async () => {
    const { issuer, call, http, as, done } = await open();
    const token = await issuer.sign({ aud, scope: 'tickets:read' });
    const challenge = /error="insufficient_scope", scope="tickets:note"$/u;
    const overMcp = await call(token, 'note_ticket', { id: 1, text: 'x' });
    expect(overMcp).toMatchObject({ status: 403, json: { id: 7 } });
    expect(overMcp.headers['www-authenticate']).toMatch(challenge);
    const overRest = await http.ask({ path: '/tickets/tools/note_ticket', headers: as(token), body: {} });
    expect(overRest).toMatchObject({ status: 403, json: { code: 'PERMISSION_DENIED', recovery: 'authorize' } });
    expect(overRest.headers['www-authenticate']).toMatch(challenge);
    expect((await call(token, 'no_such_tool')).text).toContain('NOT_FOUND_OPERATION');
    expect(done).toEqual([]);
  });

  it('is named in a challenge for the address that was called', async () => {
    const { issuer, http, as } = await open();
    const headers = as(await issuer.sign({ aud: resource, scope: 'tickets:read' }), sessionHeaders);
    const params = { name: 'note_ticket', arguments: {} };
    const body = { jsonrpc: '2.0', id: 7, method: 'tools/call', params };
    for (const path of ['/mcp', '/tickets/mcp']) {
      const refused = await http.ask({ path, headers, body });
      expect(refused.status).toBe(403);
      expect(refused.headers['www-authenticate']).toContain(`/.well-known/oauth-protected-resource${path}"`);
    }
  });

  it('may be one that gives trust, or several, and is not named if no scope helps', async () => {
    const given: OAuthOptions['scopes'] = {
      see: { trust: 'generated' },
      close: { trust: 'generated', tools: ['close_ticket'] },
      trusted: { trust: 'certified', tools: [] },
    };
    const refusal = async (scope: string, options: Partial<OAuthOptions> = {}) => {
      const { issuer, call } = await open({ scopes: given, ...options });
      const { status, headers, text } = await call(await issuer.sign({ aud, scope }), 'close_ticket', { id: 1 });
      const [, named] = /scope="([^"]+)"/u.exec(headers['www-authenticate'] ?? '') ?? [];
      return [status, named, text.includes('PERMISSION_')];
    };
    expect(await refusal('see')).toEqual([403, 'trusted', true]);
    expect(await refusal('trusted')).toEqual([403, 'close', true]);
    expect(await refusal('see', { scopes: { ...given, all: { trust: 'certified' } } })).toEqual([403, 'trusted', true]);
    const apart: OAuthOptions['scopes'] = { ...given, see: { trust: 'generated', tools: ['find_ticket'] } };
    expect(await refusal('see', { scopes: apart })).toEqual([403, 'trusted close', true]);
    // The operator trusts this caller less than any scope would.
    expect(await refusal('see', { principals: { 'oauth:ann': 'generated' } })).toEqual([200, undefined, true]);
  });

  it('is answered so on every path if the token has no scope that gives a right', async () => {
    const { issuer, list } = await open();
    for (const scope of [undefined, '', 'openid', 'toString']) {
      const answer = await list(await issuer.sign({ aud, scope }));
      expect(answer.status).toBe(403);
      expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope", scope="tickets:read"');
    }
  });
});

describe('the keys of the authorization server', () => {
  it('are read again when a token names a new one, and not for each call', async () => {
    const { issuer, list } = await open();
    const before = await issuer.sign({ aud, scope: 'tickets:read' });
    await list(before);
    await list(before);
    expect(issuer.fetched.filter((path) => path === '/jwks')).toHaveLength(1);
    await issuer.rotate();
    expect((await list(await issuer.sign({ aud, scope: 'tickets:read' }))).status).toBe(200);
    expect((await list(before)).status).toBe(401);
  });

  it('are not fetched repeatedly for tokens with unknown key ids', async () => {
    const { issuer, list } = await open({ cooldownMs: 600_000 });
    const token = await issuer.sign({ aud, scope: 'tickets:read' }, { kid: 'unknown' });
    for (let index = 0; index < 5; index += 1) expect((await list(token)).status).toBe(401);
    expect(issuer.fetched.filter((path) => path === '/jwks').length).toBeLessThanOrEqual(2);
  });

  it('are not fetched repeatedly while they cannot be read', async () => {
    const { issuer, list, readiness } = await open({ cooldownMs: 600_000 });
    issuer.fails('with its keys');
    for (let index = 0; index < 5; index += 1) {
      const token = await issuer.sign({ aud, scope: 'tickets:read' }, { kid: `unknown ${index}` });
      expect((await list(token)).status).toBe(503);
      expect(await readiness()).toEqual({
        ok: false,
        reasons: ['the keys of the authorization server cannot be read'],
      });
    }
    expect(issuer.fetched).toEqual(['/.well-known/oauth-authorization-server', '/jwks']);
  });

  it('are used for ten minutes without the authorization server, and then no token is accepted', async () => {
    const { issuer, clock, list, readiness } = await open();
    const token = await issuer.sign({ aud, scope: 'tickets:read', exp: Math.floor(Date.now() / 1000) + 3600 });
    expect((await list(token)).status).toBe(200);
    await issuer.close();
    clock.aheadMs = 500_000;
    expect((await list(token)).status).toBe(200);
    expect(await readiness()).toEqual({ ok: true });
    clock.aheadMs = 600_001;
    expect((await list(token)).status).toBe(503);
    expect(await readiness()).toEqual({ ok: false, reasons: ['the authorization server cannot be reached'] });
  });
});

describe('an authorization server that cannot be reached', () => {
  it('accepts no token, makes the server unready with the reason, and does not affect keys', async () => {
    const { issuer, http, list, names } = await open();
    const token = await issuer.sign({ aud, scope: 'tickets:read' });
    await issuer.close();
    expect(await list(token)).toMatchObject({ status: 503, json: { code: 'UPSTREAM_UNAVAILABLE', effect: 'none' } });
    expect(await http.ask({ method: 'GET', path: '/readyz' })).toMatchObject({
      status: 503,
      json: { ok: false, reasons: ['the authorization server cannot be reached'] },
    });
    expect(await names('rk_good')).toContain('find_ticket');
  });

  it('is asked again once it may answer, and never accepted as another issuer', async () => {
    const { issuer, http, list } = await open();
    const token = await issuer.sign({ aud, scope: 'tickets:read' });
    issuer.fails('silently');
    expect((await list(token)).status).toBe(503);
    issuer.fails('with another name');
    expect((await list(token)).status).toBe(503);
    issuer.fails('with too much');
    expect((await list(token)).status).toBe(503);
    issuer.fails('never');
    expect((await list(token)).status).toBe(200);
    expect(await http.ask({ method: 'GET', path: '/readyz' })).toMatchObject({ status: 200, json: { ok: true } });
  });
});

describe('the metadata of the authorization server', () => {
  it('is found at the place that it uses, whatever it answers at the others', async () => {
    const { issuer, list } = await open();
    issuer.fails('with a login page');
    expect((await list(await issuer.sign({ aud, scope: 'tickets:read' }))).status).toBe(200);
    expect(issuer.fetched).toEqual([
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
      '/jwks',
    ]);
  });
});

describe('opaque tokens', () => {
  it('are introspected, for active ones of this resource only, and not for each call', async () => {
    const introspection = { clientId: 'tools', clientSecret: 'secret' };
    const { issuer, names, list } = await open({ introspection });
    const exp = Math.floor(Date.now() / 1000) + 60;
    issuer.opaque.set('good', { active: true, sub: 'bob', aud, scope: 'tickets:note', exp });
    issuer.opaque.set('other', { active: true, sub: 'bob', aud: 'https://other.test', scope: 'tickets:note', exp });
    issuer.opaque.set('old', { active: true, sub: 'bob', aud, scope: 'tickets:note', exp: exp - 120 });
    expect(await names('good')).toEqual(['note_ticket']);
    expect(await names('good')).toEqual(['note_ticket']);
    expect(issuer.fetched.filter((path) => path === '/introspect')).toHaveLength(1);
    issuer.opaque.set('refresh', { active: true, sub: 'bob', aud, scope: 'tickets:note', token_use: 'refresh_token' });
    issuer.opaque.set('early', { active: true, sub: 'bob', aud, scope: 'tickets:note', nbf: exp + 60 });
    for (const token of ['other', 'old', 'unknown', 'refresh', 'early']) {
      expect(await list(token)).toMatchObject(refusedToken);
    }
  });

  it('make the server unready if they cannot be introspected, and are not refused as invalid', async () => {
    const introspection = { clientId: 'tools', clientSecret: 'wrong' };
    const { issuer, list, readiness } = await open({ introspection });
    issuer.fails('with its client');
    const reason = 'the authorization server rejects the client credentials for token introspection';
    expect(await readiness()).toEqual({ ok: false, reasons: [reason] });
    expect(await list('opaque')).toMatchObject({
      status: 503,
      json: { code: 'UPSTREAM_UNAVAILABLE', details: { upstream_error: reason } },
    });
    issuer.fails('never');
    expect(await readiness()).toEqual({ ok: true });
    issuer.opaque.set('odd', { active: 'true', sub: 'bob', aud, scope: 'tickets:note' });
    expect((await list('odd')).status).toBe(503);
    expect(await readiness()).toEqual({ ok: true });
  });
});

describe('the metadata of the resource', () => {
  it('is at the well-known path of the installation and of each endpoint', async () => {
    const { issuer, http } = await open();
    for (const path of ['', '/mcp', '/tickets/mcp', '/tickets/tools']) {
      const found = await http.ask({ method: 'GET', path: `/.well-known/oauth-protected-resource${path}` });
      expect(found).toMatchObject({
        status: 200,
        json: {
          resource: `${resource}${path}`,
          authorization_servers: [issuer.issuer],
          bearer_methods_supported: ['header'],
          scopes_supported: Object.keys(scopes),
        },
      });
    }
    const unknown = await http.ask({ method: 'GET', path: '/.well-known/oauth-protected-resource/other/mcp' });
    expect(unknown.status).toBe(404);
  });

  it('is named in the challenge of a request without a token, and absent without OAuth', async () => {
    const { http } = await open();
    const nobody = await http.ask({ path: '/tickets/mcp', headers: sessionHeaders, body: {} });
    expect(nobody.status).toBe(401);
    expect(nobody.headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${resource}/.well-known/oauth-protected-resource/tickets/mcp"`,
    );
    const plain = await openHttp(createTickets().server);
    opened.push(plain);
    expect((await plain.ask({ method: 'GET', path: '/.well-known/oauth-protected-resource' })).status).toBe(404);
  });
});
