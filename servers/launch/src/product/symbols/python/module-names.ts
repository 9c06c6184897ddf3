import type { ProductCode } from '../symbol.ts';

/** The modules of a product with the names under which users import them, by path. */
export const moduleNames = ({ files, packages, name }: ProductCode): ReadonlyMap<string, string> => {
  const folders = new Set(
    [...files.keys()].filter((path) => /(?:^|\/)__init__\.pyi?$/.test(path)).map((path) => folderOf(path)),
  );
  const named = [...files.keys()].flatMap((path) => {
    const parts = path.replace(/\.pyi?$/, '').split('/');
    let start = parts.length - 1;
    while (start > 0 && folders.has(parts.slice(0, start).join('/'))) start -= 1;
    const own = parts.slice(start).filter((part) => part !== '__init__');
    return own.length > 0 && own.every((part) => /^[A-Za-z_]\w*$/.test(part)) ? [[path, own.join('.')] as const] : [];
  });
  const usual = name.replaceAll(/[-.]/g, '_').toLowerCase();
  const roots = new Set(named.map(([, module]) => module.split('.')[0] ?? ''));
  const wanted = packages.length > 0 ? packages : [...roots].filter((root) => root.toLowerCase() === usual);
  const isWanted = (module: string): boolean =>
    wanted.length === 0 || wanted.some((each) => module === each || module.startsWith(`${each}.`));
  return new Map(named.filter(([, module]) => isWanted(module)));
};

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');
