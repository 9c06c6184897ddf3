import type { Io } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { programAt, thisPlace } from '../connect/program.ts';
import type { Program } from '../connect/program.ts';
import { serverModule } from '../serving/server-module.ts';
import { adapterServer, knownServers } from '../serving/servers.ts';

/** Where a server is: a program to be started, or an address. */
export type Target =
  | {
      readonly kind: 'program';
      readonly shown: string;
      readonly program: Program;
      /** Our own servers get the whole environment; other programs get no secrets of Recourse. */
      readonly isOurs: boolean;
    }
  | { readonly kind: 'mcp' | 'rest'; readonly shown: string; readonly url: URL };

export interface GivenTarget {
  /** The first argument, unless a program is given. */
  readonly server?: string | undefined;
  /** The arguments after `--`. */
  readonly program?: readonly string[] | undefined;
  readonly rest: boolean;
}

/** Finds the server that the command line names. */
export const findTarget = ({ server, program, rest }: GivenTarget, io: Pick<Io, 'cwd'>): Target => {
  if (program) {
    const [command, ...args] = program;
    if (command === undefined || command === '')
      throw new UsageError("Put the command that starts the server after '--'.");
    if (rest) throw new UsageError('--rest works only with a URL; a server started by a command must use MCP.');
    return { kind: 'program', shown: command, program: { command, args }, isOurs: false };
  }
  if (server === undefined)
    throw new UsageError(`Specify a server: ${names.join(', ')}, a module or package, a URL, or -- and a command.`);
  if (/^https?:\/\//iu.test(server)) return atAddress(server, rest);
  if (rest) throw new UsageError('--rest needs a URL, such as http://127.0.0.1:8788/github.');
  return served(server, io);
};

const names = knownServers.map(({ name }) => name).filter((name) => name !== adapterServer);

/** A URL may contain a password, so an invalid one is not shown. */
const atAddress = (server: string, rest: boolean): Target => {
  if (!URL.canParse(server)) throw new UsageError('Not a valid URL.');
  const url = new URL(server);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      'The URL must not contain a user name or a password: put the key into an environment variable, and pass its name with --bearer.',
    );
  return { kind: rest ? 'rest' : 'mcp', shown: `${url.origin}${url.pathname}`, url };
};

/** Starts the server as an agent would: in its own process, with the state of the working directory. */
const served = (server: string, { cwd }: Pick<Io, 'cwd'>): Target => {
  if (server === adapterServer) {
    throw new UsageError(
      `'${adapterServer}' needs an adapter file: run 'recourse call <tool> -- recourse serve ${adapterServer} --adapter <file> --stdio'.`,
    );
  }
  if (!names.includes(server)) serverModule(server, cwd, names);
  const { command, args } = programAt(thisPlace());
  return {
    kind: 'program',
    shown: server,
    program: { command, args: [...args, 'serve', server, '--stdio'] },
    isOurs: true,
  };
};
