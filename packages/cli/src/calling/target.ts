import { existsSync } from 'node:fs';
import path from 'node:path';
import { InputError, UsageError } from '../command.ts';
import type { Io } from '../command.ts';
import { programAt, thisPlace } from '../connect/program.ts';
import type { Program } from '../connect/program.ts';
import { adapterServer, knownServers } from '../serving/servers.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';

/** Where a server is: a program to be started, or an address. */
export type Target =
  | {
      readonly kind: 'program';
      readonly shown: string;
      readonly program: Program;
      /** Ours gets the whole environment; somebody else's gets none of the secrets of Recourse. */
      readonly isOurs: boolean;
    }
  | { readonly kind: 'mcp' | 'rest'; readonly shown: string; readonly url: URL };

export interface GivenTarget {
  /** What stands first on the command line, unless a program does. */
  readonly server?: string | undefined;
  /** What stands behind `--`. */
  readonly program?: readonly string[] | undefined;
  readonly rest: boolean;
}

/** What the command line means by a server. */
export const findTarget = ({ server, program, rest }: GivenTarget, io: Pick<Io, 'cwd'>): Target => {
  if (program) {
    const [command, ...args] = program;
    if (command === undefined || command === '') throw new UsageError("Behind '--' stands the program of a server.");
    if (rest) throw new UsageError('--rest takes an address; a program speaks MCP.');
    return { kind: 'program', shown: command, program: { command, args }, isOurs: false };
  }
  if (server === undefined)
    throw new UsageError(`Name a server: ${names.join(', ')}, a module, an address, or -- and a program.`);
  if (/^https?:\/\//iu.test(server)) return atAddress(server, rest);
  if (rest) throw new UsageError('--rest takes an address, such as http://127.0.0.1:8788/github.');
  return served(server, io);
};

const names = knownServers.map(({ name }) => name).filter((name) => name !== adapterServer);

/** An address may hold a password, so that one which is wrong is not shown. */
const atAddress = (server: string, rest: boolean): Target => {
  if (!URL.canParse(server)) throw new UsageError('This is no address.');
  const url = new URL(server);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      'An address holds no password: put the key into an environment variable and say --bearer NAME.',
    );
  return { kind: rest ? 'rest' : 'mcp', shown: `${url.origin}${url.pathname}`, url };
};

/** Started as an agent would start it: a process of its own, with the state of the working directory. */
const served = (server: string, { cwd }: Pick<Io, 'cwd'>): Target => {
  if (server === adapterServer) {
    throw new UsageError(
      `'${adapterServer}' serves adapters: recourse call <tool> -- recourse serve ${adapterServer} --adapter <file> --stdio`,
    );
  }
  if (!/[./\\]/u.test(server)) {
    if (!names.includes(server))
      throw new UsageError(
        `There is no server '${server}'.${didYouMean(server, names)} There are: ${names.join(', ')}; or give a module, an address, or -- and a program.`,
      );
  } else if (!existsSync(path.resolve(cwd, server))) throw new InputError(`There is no module '${server}' here.`);
  const { command, args } = programAt(thisPlace());
  return {
    kind: 'program',
    shown: server,
    program: { command, args: [...args, 'serve', server, '--stdio'] },
    isOurs: true,
  };
};
