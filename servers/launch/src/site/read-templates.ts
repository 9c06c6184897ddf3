import type { Tree } from '../sources/tree.ts';

const mostTemplates = 50;
const mostBytes = 64 * 1024;

/** Reads the templates in a folder of the site: `guide.md` is the template `guide`. */
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
  const templates = await Promise.all(
    found.map(async ({ name, path }) => {
      const bytes = await tree.read(path);
      return bytes ? [[name, new TextDecoder().decode(bytes).replaceAll(/\r\n?/g, '\n')] as const] : [];
    }),
  );
  return Object.fromEntries(templates.flat());
};
