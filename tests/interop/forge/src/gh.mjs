import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether `gh` is installed. In CI it must be. */
export async function hasGh() {
  const found = await run('gh', ['--version']).then(
    () => true,
    () => false,
  );
  if (!found && process.env.CI === 'true') throw new Error('gh is not installed.');
  if (!found) console.warn('gh is not installed: its tests are skipped.');
  return found;
}

/** A certificate of localhost, made as the guide tells users to make one. */
export async function makeCertificate(folder) {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  await run('openssl', ['req', ...options.split(' '), '-addext', names, '-keyout', key, '-out', cert]);
  return { file: cert, tls: { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') } };
}

/** A folder with everything that `gh` writes, away from the user's own. */
export async function makePlace() {
  const folder = await mkdtemp(path.join(tmpdir(), 'forge-gh-'));
  for (const name of ['config', 'cache', 'home']) await mkdir(path.join(folder, name));
  return {
    folder,
    certificate: await makeCertificate(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Runs `gh` on a repository of the forge. Returns its exit status and what it wrote; throws only if it does not start. */
export function createGh({ folder, certificate }, url, repository) {
  const host = `localhost:${new URL(url).port}`;
  const withRepository = (words) =>
    words[0] === 'api' ? words : [...words.slice(0, 2), '-R', `${host}/${repository}`, ...words.slice(2)];
  return async (token, words, { debug = false } = {}) => {
    const env = {
      PATH: process.env.PATH,
      HOME: path.join(folder, 'home'),
      GH_CONFIG_DIR: path.join(folder, 'config'),
      XDG_CACHE_HOME: path.join(folder, 'cache'),
      GH_HOST: host,
      GH_ENTERPRISE_TOKEN: token,
      SSL_CERT_FILE: certificate.file,
      GH_NO_UPDATE_NOTIFIER: '1',
      GH_PROMPT_DISABLED: '1',
      NO_COLOR: '1',
      ...(debug && { GH_DEBUG: 'api' }),
    };
    try {
      const { stdout, stderr } = await run('gh', withRepository(words), {
        env,
        cwd: folder,
        maxBuffer: 64 * 1024 * 1024,
      });
      return { status: 0, stdout, stderr };
    } catch (error) {
      if (typeof error.code !== 'number') throw error;
      return { status: error.code, stdout: error.stdout, stderr: error.stderr };
    }
  };
}
