import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { runServer } from 'verdaccio';
import { npm } from './npm.mjs';

/** The names that only this registry answers; all others come from the registry that npm is configured with. */
const ours = ['@recourse/*', 'create-recourse', '@acme/*'];

/** Starts an npm registry on loopback. `folder` holds its state. */
export const startRegistry = async (folder) => {
  const { stdout } = await npm(['config', 'get', 'registry'], { cwd: folder });
  const everyone = { access: '$all', publish: '$all' };
  const server = await runServer({
    self_path: path.join(folder, 'verdaccio.yaml'),
    storage: path.join(folder, 'storage'),
    web: { enable: false },
    log: { type: 'stdout', format: 'json', level: 'fatal' },
    max_body_size: '50mb',
    uplinks: { upstream: { url: stdout.trim(), maxage: '60m', timeout: '60s' } },
    packages: {
      ...Object.fromEntries(ours.map((name) => [name, everyone])),
      '**': { access: '$all', proxy: 'upstream' },
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}/`;
  return { url, close: () => server.close() };
};

/** Packs folders as `npm publish` would, and puts the tarballs into the registry. */
export const publish = async (url, folders, place) => {
  await npm(['pack', '--pack-destination', place, ...folders], { cwd: place });
  const tarballs = new Set(readdirSync(place).filter((file) => file.endsWith('.tgz')));
  const manifests = folders.map((folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
  await Promise.all(
    manifests.map(async (manifest) => {
      const file = `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`;
      if (!tarballs.has(file)) throw new Error(`npm packed no ${file}`);
      await put(url, manifest, file, readFileSync(path.join(place, file)));
    }),
  );
};

const put = async (url, manifest, file, bytes) => {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const shasum = createHash('sha1').update(bytes).digest('hex');
  const dist = { integrity, shasum, tarball: `${url}${name}/-/${file}` };
  const response = await fetch(`${url}${name.replace('/', '%2f')}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      _id: name,
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { _id: `${name}@${version}`, readme: '', ...manifest, dist } },
      _attachments: {
        [file]: { content_type: 'application/octet-stream', data: bytes.toString('base64'), length: bytes.length },
      },
    }),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
};
