import { RunError } from '@recourse/runs';
import { fail } from '../sources/failing.ts';
import type { Tree } from '../sources/tree.ts';

const mostTemplates = 50;
const mostBytes = 64 * 1024;

/**
 * Reads the templates in a folder of the site: `guide.md` is the template `guide`. Throws if there is none, because
 * the pages would then look as if no folder had been named.
 */
export const readTemplates = async (tree: Tree, folder: string | undefined): Promise<Record<string, string>> => {
  if (folder === undefined) return {};
  const found = tree.entries
    .flatMap(({ path, size }) => {
      const name = path.startsWith(`${folder}/`)
        ? /^([a-z][a-z-]{0,40})\.md$/.exec(path.slice(folder.length + 1))?.[1]
        : undefined;
      return name === undefined || (size ?? 0) > mostBytes ? [] : [{ name, path }];
    })
    .slice(0, mostTemplates);
  if (found.length === 0) throw noTemplates(folder);
  const templates = await Promise.all(
    found.map(async ({ name, path }) => {
      const bytes = await tree.read(path);
      return bytes ? [[name, new TextDecoder().decode(bytes).replaceAll(/\r\n?/g, '\n')] as const] : [];
    }),
  );
  return Object.fromEntries(templates.flat());
};

const noTemplates = (folder: string): RunError => {
  const problem = {
    path: '/templates_dir',
    keyword: 'missing',
    message: `the site has no file '${folder}/<template>.md'`,
  };
  return new RunError(
    fail(
      'SCHEMA_VALIDATION_FAILED',
      { document: 'run_config', problems: [problem] },
      { message: `templates_dir in run_config is '${folder}', but the site has no template there`, effect: 'none' },
    ),
  );
};
