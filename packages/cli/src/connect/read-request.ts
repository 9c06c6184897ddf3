import { existsSync } from 'node:fs';
import path from 'node:path';
import { OperatorError, UsageError } from '../errors/operator-error.ts';
import { parseAddress } from '../serving/address.ts';
import { serverModule } from '../serving/server-module.ts';
import { adapterServer, knownServers } from '../serving/servers.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';
import { clients } from './clients/index.ts';
import { scopes } from './clients/client.ts';
import type { Client, Scope } from './clients/client.ts';

export const readClient = (named: string | undefined): Client => {
  const names = clients.map(({ name }) => name);
  if (named === undefined) throw new UsageError(`Specify a client: ${names.join(', ')}.`);
  const client = clients.find(({ name }) => name === named);
  if (client) return client;
  throw new UsageError(`There is no client '${named}'.${didYouMean(named, names)} Known clients: ${names.join(', ')}.`);
};

export const readScope = (given: string | undefined, { title, scopes: own }: Client): Scope => {
  const scope = given === undefined ? own[0] : scopes.find((name) => name === given);
  if (scope === undefined) throw new UsageError(`--scope must be one of ${scopes.join(', ')}, not '${given ?? ''}'.`);
  if (own.includes(scope)) return scope;
  throw new UsageError(`${title} has no scope '${scope}', only ${own.join(', ')}.`);
};

/** The name of a known server, or the absolute path of a module, which may be that of an installed package. */
export const readServer = (named: string, cwd: string): string => {
  if (knownServers.some(({ name }) => name === named)) return named;
  return serverModule(
    named,
    cwd,
    knownServers.map(({ name }) => name),
  );
};

/** The absolute path of the adapter to serve; a running server has its own. */
export const readAdapterFile = (
  given: string | undefined,
  server: string,
  cwd: string,
  mayBeMissing: boolean,
): string | undefined => {
  if (given !== undefined && server !== adapterServer) {
    throw new UsageError(`--adapter applies only to '${adapterServer}'.`);
  }
  if (given === undefined) {
    if (server !== adapterServer || mayBeMissing) return undefined;
    throw new UsageError(`'${adapterServer}' needs an adapter file: pass one with --adapter <file>.`);
  }
  const file = path.resolve(cwd, given);
  if (!mayBeMissing && !existsSync(file))
    throw new OperatorError('PATH_NOT_FOUND', `There is no adapter file '${given}'.`);
  return file;
};

/** The name of the entry; the prefix tells it from entries of other servers. */
export const readName = (given: string | undefined, server: string): string => {
  const bare = isPath(server) ? path.parse(server).name : server;
  const name = given ?? `recourse-${bare.replaceAll(/[^\w-]+/gu, '-')}`;
  if (/^[a-z\d][\w-]{0,63}$/iu.test(name)) return name;
  throw new UsageError(
    `'${name}' is not a valid name: use up to 64 letters, digits, - and _, and begin with a letter or a digit.`,
  );
};

/** Reads names of environment variables. Values are rejected: they would end up in a shared file. */
export const readVariables = (given: readonly string[], option: string): readonly string[] => {
  const wrong = given.find((name) => !/^[a-z_]\w*$/iu.test(name));
  if (wrong === undefined) return [...new Set(given)];
  throw new UsageError(
    wrong.includes('=')
      ? `${option} must be the name of an environment variable without its value; values are never written.`
      : `'${wrong}' is not the name of an environment variable.`,
  );
};

/** An address, or the port of a server on this machine, as `recourse serve --http` takes it. */
export const readUrl = (given: string, server: string): string => {
  const local = /^[^/]*:?\d+$/u.test(given) && !given.includes('//');
  const url = local ? urlOf(parseAddress(given)) : parseUrl(given);
  if (url.pathname === '/') url.pathname = isPath(server) ? '/mcp' : `/${server}/mcp`;
  return url.href;
};

const parseUrl = (given: string): URL => {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) {
    throw new UsageError(`--http must be a URL such as http://127.0.0.1:8788, or a port.`);
  }
  const { username, password, search } = url;
  if (`${username}${password}${search}` === '') return url;
  throw new UsageError(
    "A URL with a user name, password or query may contain a secret, so it is not saved in the client's configuration. Use --key.",
  );
};

const urlOf = ({ host, port }: { readonly host: string; readonly port: number }): URL =>
  new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);

const isPath = (named: string): boolean => /[./\\]/u.test(named);
