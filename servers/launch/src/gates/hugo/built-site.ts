import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Parser } from 'htmlparser2';

/** A site that hugo has built: its files, and the places that links can lead to. */
export interface BuiltSite {
  /** Addresses of all files, from the root, such as `/docs/index.html`. */
  readonly files: ReadonlySet<string>;
  /** The ids of each HTML file, by its address. */
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
  /** The links of the HTML files of touched pages, as they are written there. */
  readonly hrefs: ReadonlyMap<string, ReadonlySet<string>>;
  /** The address of each content file that is a page, as hugo lists it. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The path of the site's base URL, with a slash at its end. */
  readonly basePath: string;
}

const mostFiles = 50_000;
const mostBytes = 4 * 1024 * 1024;

/** Reads a folder that hugo has written. */
export const readBuiltSite = async (
  folder: string,
  listed: { readonly addresses: ReadonlyMap<string, string>; readonly basePath: string },
  { touched, signal }: { readonly touched: ReadonlySet<string>; readonly signal: AbortSignal },
): Promise<BuiltSite> => {
  const files = new Set<string>();
  const ids = new Map<string, ReadonlySet<string>>();
  const hrefs = new Map<string, ReadonlySet<string>>();
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of found.slice(0, mostFiles)) {
    if (!entry.isFile()) continue;
    signal.throwIfAborted();
    const place = path.join(entry.parentPath, entry.name);
    const address = `/${path.relative(folder, place).split(path.sep).join('/')}`;
    files.add(address);
    if (!/\.html?$/iu.test(address) || (await stat(place)).size > mostBytes) continue;
    const read = readHtml(await readFile(place, 'utf8'));
    ids.set(address, read.ids);
    if (touched.has(address)) hrefs.set(address, read.hrefs);
  }
  return { files, ids, hrefs, ...listed };
};

const readHtml = (html: string): { readonly ids: ReadonlySet<string>; readonly hrefs: ReadonlySet<string> } => {
  const ids = new Set<string>();
  const hrefs = new Set<string>();
  const parser = new Parser({
    onopentag: (name, { id, name: label, href, src }) => {
      if (id) ids.add(id);
      if (label && name === 'a') ids.add(label);
      if (href) hrefs.add(href);
      if (src) hrefs.add(src);
    },
  });
  parser.end(html);
  return { ids, hrefs };
};
