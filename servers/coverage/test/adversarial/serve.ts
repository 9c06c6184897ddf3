import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { isJsonObject } from '@recourse/contract';
import { spawnClient } from '@recourse/testkit';
import { secret } from './projects/build.ts';
import type { BuiltProject } from './projects/build.ts';
import type { ProjectFiles } from './projects/index.ts';
import { searchPath } from './search-path.ts';

const main = path.resolve(import.meta.dirname, '../../../../packages/cli/dist/main.js');

/** The parts of an answer that a caller sees. */
export interface Answer {
  readonly isError: boolean;
  readonly code: string | undefined;
  readonly value: JsonObject;
  /** All of it, as it came. */
  readonly text: string;
}

export interface ServedProject {
  call(tool: string, input: JsonObject): Promise<Answer>;
  close(): Promise<void>;
}

/** Secrets, and settings that would load code into whatever is started with them. */
const hostileEnvironment = ({ outside }: BuiltProject): Readonly<Record<string, string>> => ({
  GITHUB_TOKEN: secret,
  // No server listens on this port.
  GITHUB_API_URL: 'http://127.0.0.1:9',
  AWS_SECRET_ACCESS_KEY: secret,
  NPM_TOKEN: secret,
  DATABASE_URL: `postgres://user:${secret}@127.0.0.1/db`,
  GOPROXY: `https://user:${secret}@127.0.0.1:9`,
  PYTEST_ADDOPTS: '-p evil',
  PYTEST_PLUGINS: 'evil',
  PYTHONSTARTUP: './evil.py',
  GOFLAGS: '-exec=./evil.sh',
  GIT_EXTERNAL_DIFF: './evil.sh',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: `touch ${outside}/escaped-git`,
  BASH_ENV: './evil.sh',
});

/** Serves a project as its users do, in a process of its own, and asks it as the official client does. */
export const serve = async (
  project: BuiltProject,
  { mode, allowUnattested = false }: Pick<ProjectFiles, 'mode' | 'allowUnattested'>,
): Promise<ServedProject> => {
  const served = await spawnClient({
    args: [main, 'serve', 'coverage', '--stdio', '--mode', mode, ...(allowUnattested ? ['--allow-unattested'] : [])],
    cwd: project.root,
    env: {
      ...plain('HOME', 'GOCACHE', 'GOMODCACHE', 'TMPDIR'),
      PATH: searchPath(),
      ...hostileEnvironment(project),
    },
  });
  return {
    call: async (tool, input) => {
      const { isError, structuredContent, content } = await served.client.callTool(
        { name: tool, arguments: { ...input } },
        { timeout: 600_000 },
      );
      const value = isJsonObject(structuredContent) ? structuredContent : {};
      const { error_code: code } = value;
      return {
        isError: isError === true,
        code: typeof code === 'string' ? code : undefined,
        value,
        text: JSON.stringify([structuredContent, content]),
      };
    },
    close: () => served.close(),
  };
};

const plain = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
