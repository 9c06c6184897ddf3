import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Servers on one core and the load on the other, so that neither takes time from what is measured. */
export const canPin = cpus().length > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/**
 * The command that runs a script of Node on a core of its own, where the machine can do that.
 *
 * @param {number | undefined} core
 * @param {readonly string[]} script
 * @returns {readonly [string, readonly string[]]}
 */
export const nodeCommand = (core, script) =>
  canPin && core !== undefined
    ? ['taskset', ['-c', String(core), process.execPath, ...script]]
    : [process.execPath, script];

/**
 * A server in a process of its own. Over HTTP it says READY and its port on stdout, over both on stderr, because
 * stdout is the protocol's; over stdio alone it says nothing.
 *
 * @param {readonly string[]} script
 * @param {{ readonly transport: 'http' | 'stdio' | 'both', readonly core?: number }} options
 */
export const startServer = async (script, { transport, core }) => {
  const [command, commandArguments] = nodeCommand(core, script);
  const child = spawn(command, commandArguments, { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (complaints = (complaints + text).slice(-4000)));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const says = { http: child.stdout, both: child.stderr, stdio: undefined }[transport];
  const port = says ? await readPort(says, ended, () => complaints) : 0;
  return {
    port,
    child,
    ended,
    complaints: () => complaints,
    usage: () => readUsage(child.pid ?? 0),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
};

/** @typedef {Awaited<ReturnType<typeof startServer>>} ServerProcess */

/**
 * @param {import('node:stream').Readable} stdout
 * @param {Promise<unknown>} ended
 * @param {() => string} complaints
 * @returns {Promise<number>}
 */
const readPort = (stdout, ended, complaints) =>
  new Promise((resolve, reject) => {
    let said = '';
    stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      const port = /^READY (\d+)$/m.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    void ended.then(() => reject(new Error(`The server ended before it was ready:\n${said}${complaints()}`)));
  });

/** Linux counts processor time in hundredths of a second, whatever its own clock does. */
const ticksPerSecond = 100;

/** Processor time and memory of a process; absent if there is no /proc. @param {number} pid */
const readUsage = (pid) => {
  try {
    // The name of the program is in parentheses and may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return {
      cpuMs: ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond,
      rssMb: Number(kilobytes) / 1024,
    };
  } catch {
    return { cpuMs: Number.NaN, rssMb: Number.NaN };
  }
};
