import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';

type IssuerFailure =
  | 'never'
  | 'silently'
  | 'with another name'
  | 'with too much'
  | 'with a login page'
  | 'with its keys'
  | 'with its client';

/** A small authorization server: its metadata, its keys and introspection. It signs whatever a test wants. */
export const openIssuer = async () => {
  const fetched: string[] = [];
  const opaque = new Map<string, object>();
  const make = async (kid: string) => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
  };
  let key = await make('one');
  let failing: IssuerFailure = 'never';
  const http = createServer((request, response) => {
    const { url: path = '' } = request;
    fetched.push(path);
    if (failing === 'silently') return void request.socket.destroy();
    const send = (body: object): void => void response.end(JSON.stringify(body));
    if (path === '/.well-known/oauth-authorization-server' && failing === 'with a login page') {
      response.writeHead(302, { location: `${issuer}/login` }).end();
    } else if (path.startsWith('/.well-known/')) {
      const name = failing === 'with another name' ? 'https://other.test' : issuer;
      const padding = failing === 'with too much' ? ' '.repeat(300_000) : '';
      send({ issuer: name, padding, jwks_uri: `${issuer}/jwks`, introspection_endpoint: `${issuer}/introspect` });
    } else if (path === '/jwks') {
      if (failing === 'with its keys') response.writeHead(500).end();
      else send({ keys: [key.jwk] });
    } else if (path === '/introspect' && failing === 'with its client') response.writeHead(401).end();
    else if (path === '/introspect') {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => send(opaque.get(new URLSearchParams(text).get('token') ?? '') ?? { active: false }));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const sign = (claims: object = {}, header: object = {}): Promise<string> =>
    new SignJWT({ iss: issuer, sub: 'ann', exp: Math.floor(Date.now() / 1000) + 600, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header })
      .sign(key.privateKey);
  return {
    issuer,
    fetched,
    opaque,
    sign,
    publicKey: () => key.jwk,
    fails: (how: IssuerFailure): void => {
      failing = how;
    },
    rotate: async () => void (key = await make('two')),
    close: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
};
