import { afterEach, describe, expect, it } from 'vitest';
import { openClient } from '../src/open-client.mjs';
import { introspector, openProvider } from '../src/open-provider.mjs';
import { openTools } from '../src/open-tools.mjs';

const opened = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

const scopes = { 'desk:look': { tools: ['look'] }, 'desk:write': { tools: ['write'] } };

const open = async (given = {}, oauth = {}) => {
  const settings = { scopes: Object.keys(scopes), granted: Object.keys(scopes), ...given };
  const provider = await openProvider(settings);
  opened.push(provider);
  const clock = { aheadMs: 0 };
  const tools = await openTools({ issuer: provider.issuer, scopes, ...oauth }, clock);
  opened.push(tools);
  const client = await openClient(tools.url);
  const connect = async () => {
    const connected = await client.open();
    opened.push(connected);
    return connected;
  };
  const ask = (path, token, init = {}) =>
    fetch(`${tools.resource}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
  return { settings, provider, tools, client, clock, connect, ask };
};

const namesOf = async (client) => (await client.listTools()).tools.map(({ name }) => name);

describe('the official client', () => {
  it('registers, gets a token with PKCE for this resource, and calls a tool', async () => {
    const { connect, client, provider, tools } = await open();
    const connected = await connect();
    expect(await namesOf(connected)).toEqual(['look', 'write']);
    const { structuredContent } = await connected.callTool({ name: 'look', arguments: {} });
    expect(structuredContent).toMatchObject({ ok: true, did: 'look', for: 'oauth:ann' });
    const [asked] = client.kept.asked;
    expect(asked.origin).toBe(provider.issuer);
    expect(asked.searchParams.get('resource')).toBe(tools.url);
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
    expect(client.kept.client.client_id).toEqual(expect.any(String));
    const written = await tools.recorded();
    expect(written).not.toContain(client.kept.tokens.access_token.split('.')[2]);
  });

  it('sees and calls only what the granted scopes allow, and is told which scope is missing', async () => {
    const { connect, client, ask } = await open({ granted: ['desk:look'] });
    const connected = await connect();
    expect(await namesOf(connected)).toEqual(['look']);
    const token = client.kept.tokens.access_token;
    const refused = await ask('/desk/tools/write', token, { method: 'POST', body: '{}', headers: json });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="desk:write"');
    await expect(connected.callTool({ name: 'write', arguments: {} })).rejects.toThrow();
  });

  it('asks for the scope that a call needs, and for no stronger one', async () => {
    const offered = { ...scopes, 'desk:all': { trust: 'certified' } };
    const { connect, client } = await open(
      { scopes: Object.keys(offered), granted: ['desk:look'] },
      { scopes: offered },
    );
    const connected = await connect();
    const before = client.kept.asked.length;
    // The client sends its user to the authorization server; with the new token, the call would have to be repeated.
    await expect(connected.callTool({ name: 'write', arguments: {} })).rejects.toThrow();
    const [asked] = client.kept.asked.slice(before);
    expect(asked.searchParams.get('scope').split(' ')).toEqual(['desk:look', 'desk:write']);
  });

  it('loses a tool when its next token lacks the scope', async () => {
    const { connect, client, settings } = await open();
    expect(await namesOf(await connect())).toEqual(['look', 'write']);
    settings.granted = ['desk:look'];
    // The user has revoked the consent and is asked again.
    client.kept.tokens = undefined;
    client.kept.client = undefined;
    expect(await namesOf(await connect())).toEqual(['look']);
  });
});

const json = { 'content-type': 'application/json' };

describe('tokens of the provider', () => {
  it('are accepted after its keys were replaced, and those of the old keys are not', async () => {
    const { connect, client, provider, ask } = await open();
    await connect();
    const before = client.kept.tokens.access_token;
    expect((await ask('/desk/tools', before)).status).toBe(200);
    provider.rotateKeys();
    client.kept.tokens = undefined;
    await connect();
    expect(client.kept.tokens.access_token).not.toBe(before);
    expect((await ask('/desk/tools', client.kept.tokens.access_token)).status).toBe(200);
    expect((await ask('/desk/tools', before)).status).toBe(401);
  });

  it('are refused if they are for another resource', async () => {
    const { client, connect } = await open({ audience: 'https://elsewhere.test/mcp' });
    await expect(connect()).rejects.toThrow();
    expect(client.kept.tokens.access_token).toEqual(expect.any(String));
  });

  it('are refused once they have expired', async () => {
    const { client, connect, clock, ask } = await open();
    await connect();
    const token = client.kept.tokens.access_token;
    clock.aheadMs = 600_000;
    // The tolerance for clocks that differ.
    expect((await ask('/desk/tools', token)).status).toBe(200);
    clock.aheadMs = 640_000;
    const refused = await ask('/desk/tools', token);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('are introspected if they are opaque', async () => {
    const { connect, client, ask } = await open({ format: 'opaque' }, { introspection: introspector });
    expect(await namesOf(await connect())).toEqual(['look', 'write']);
    expect(client.kept.tokens.access_token).not.toContain('.');
    expect((await ask('/desk/tools', `${client.kept.tokens.access_token}x`)).status).toBe(401);
  });

  it('open nothing while the provider cannot be reached; readiness says so, and keys go on', async () => {
    const { connect, client, provider, ask } = await open();
    await connect();
    const other = await openTools({ issuer: provider.issuer, scopes });
    opened.push(other);
    await provider.close();
    const token = client.kept.tokens.access_token;
    const listed = await fetch(`${other.resource}/desk/tools`, { headers: { authorization: `Bearer ${token}` } });
    expect([listed.status, (await listed.json()).code]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
    const ready = await fetch(`${other.resource}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ok: false, reasons: ['the authorization server cannot be reached'] },
    ]);
    expect((await ask('/desk/tools', 'rk_good')).status).toBe(200);
  });
});
