import { readdir, readFile, readlink } from 'node:fs/promises';
import { runChild, selectEnvironment } from '@recourse/sandbox';

/** How long another program may take to list the ports of a process. */
const listMs = 5000;
/** The state of a socket that listens, in `/proc/net/tcp`. */
const listens = '0A';

/** Lists the TCP ports that a process listens on. Empty for a process that does not exist or belongs to another user. */
export const listeningPorts = (pid: number): Promise<readonly number[]> => {
  if (process.platform === 'linux') return portsFromProc(pid);
  return process.platform === 'win32' ? portsFromNetstat(pid) : portsFromLsof(pid);
};

const portsFromProc = async (pid: number): Promise<readonly number[]> => {
  const folder = `/proc/${pid}`;
  const descriptors = await readdir(`${folder}/fd`).catch(() => []);
  const links = await Promise.all(descriptors.map((name) => readlink(`${folder}/fd/${name}`).catch(() => '')));
  const sockets = new Set(links.map((link) => /^socket:\[(\d+)\]$/u.exec(link)?.[1]));
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`${folder}/net/${name}`, 'utf8').catch(() => '')),
  );
  const ports = tables
    .flatMap((table) => table.split('\n'))
    .map((line) => line.trim().split(/\s+/u))
    .filter(([, , , state, , , , , , inode]) => state === listens && inode !== undefined && sockets.has(inode))
    .map(([, local = '']) => Number.parseInt(local.split(':').at(-1) ?? '', 16));
  return [...new Set(ports)];
};

/** For macOS. Not tested there. */
const portsFromLsof = async (pid: number): Promise<readonly number[]> => {
  const output = await list('lsof', ['-nP', '-a', '-p', String(pid), '-iTCP', '-sTCP:LISTEN', '-Fn']);
  return [...output.matchAll(/^n.*:(\d+)$/gmu)].map(([, port]) => Number(port));
};

/** For Windows. Not tested there. */
const portsFromNetstat = async (pid: number): Promise<readonly number[]> => {
  const output = await list('netstat', ['-ano', '-p', 'TCP']);
  return [...output.matchAll(/^\s*TCP\s+\S+:(\d+)\s+\S+\s+LISTENING\s+(\d+)\s*$/gmu)]
    .filter(([, , owner]) => Number(owner) === pid)
    .map(([, port]) => Number(port));
};

const list = async (command: string, given: readonly string[]): Promise<string> => {
  const plan = { command, arguments: given, cwd: '/', environment: selectEnvironment(), timeoutMs: listMs };
  return (await runChild(plan, { containment: 'group' })).output;
};
