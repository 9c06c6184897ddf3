import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment, nodeAt, npm, run } from './npm.mjs';

/**
 * A user with a home directory of their own, outside of the repository: nothing that is installed there can be found
 * by accident, and npm gets every package from `registry`.
 */
export const createUser = ({ home, registry }) => {
  const environment = (major) => ({
    ...cleanEnvironment(),
    HOME: home,
    NO_COLOR: '1',
    npm_config_registry: registry,
    npm_config_cache: path.join(home, '.npm'),
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    // A dependency that requires another Node fails the installation.
    npm_config_engine_strict: 'true',
    PATH: `${path.dirname(nodeAt(major))}${path.delimiter}${process.env['PATH']}`,
  });

  /** Runs npm in a project, which is an empty folder at first, on the Node of the given major version. */
  const withNpm = (project, words, { node = 20 } = {}) => {
    const cwd = path.join(home, project);
    mkdirSync(cwd, { recursive: true });
    return npm(words, { cwd, env: environment(node), node: nodeAt(node) });
  };

  return {
    folder: (project) => path.join(home, project),
    environment,
    npm: withNpm,
    install: async (project, packages, options) => {
      const { status, stdout, stderr } = await withNpm(project, ['install', '--save-exact', ...packages], options);
      return { status, stderr: `${stderr}${status === 0 ? '' : stdout}` };
    },
    write: (project, file, text) => {
      const target = path.join(home, project, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    },
    node: (project, words, { node = 20 } = {}) =>
      run(nodeAt(node), words, { cwd: path.join(home, project), env: environment(node) }),
    shell: (project, line, { node = 20 } = {}) =>
      run('sh', ['-c', line], { cwd: path.join(home, project), env: environment(node) }),
    size: (project) => sizeOf(path.join(home, project, 'node_modules')),
  };
};

/** The number of installed packages and their bytes. */
const sizeOf = (modules) => {
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const places = files
    .filter(({ name }) => name === 'package.json')
    .map(({ parentPath }) => path.relative(modules, parentPath).split(path.sep).join('/'));
  const packages = places.filter((place) => /^(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/@]+$/u.test(place)).length;
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
  return { packages, megabytes: Math.round(bytes / 100_000) / 10 };
};
