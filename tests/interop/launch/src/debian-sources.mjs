import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The address of a file next to a binary package, on the mirror that apt uses on this machine. */
const onMirror = ({ binary, archive }) => {
  const { stdout, stderr } = spawnSync('apt-get', ['--print-uris', 'download', binary], { encoding: 'utf8' });
  const [, address] = /^'([^']+)'/mu.exec(stdout) ?? [];
  if (address === undefined) throw new Error(`apt does not know ${binary}; run apt-get update first. ${stderr}`);
  return new URL(archive, address).href;
};

const download = async (url, attempts = 4) => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    if (attempts === 1) throw error;
    await pause(2000);
    return download(url, attempts - 1);
  }
};

/**
 * Unpacks a Debian source archive, which must have exactly the bytes of `sha256`, into a folder that exists while `use`
 * runs. A mirror keeps the archive next to the binary package.
 */
export const withArchive = async ({ sha256, ...source }, use) => {
  const url = onMirror(source);
  const bytes = await download(url);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`${url} has the SHA-256 ${found}, not ${sha256}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-product-'));
  try {
    const archive = path.join(folder, 'source.tar.gz');
    writeFileSync(archive, bytes);
    const { status, stderr } = spawnSync('tar', ['-xzf', archive, '--strip-components=1', '-C', folder]);
    if (status !== 0) throw new Error(`tar: ${stderr}`);
    rmSync(archive);
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
