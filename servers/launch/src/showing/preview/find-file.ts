/** What a request asks for: a file of the site, a folder whose address lacks its slash, or nothing that exists. */
export type Target =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'none' };

/**
 * Finds the file for the path of a request among the files that the build has written. Nothing else can be reached:
 * paths are compared with this list, not with the disk.
 */
export const findFile = (pathname: string, files: ReadonlySet<string>): Target => {
  const address = decode(pathname);
  if (address === undefined) return { kind: 'none' };
  const named = address.endsWith('/') ? `${address}index.html` : address;
  if (files.has(named)) return { kind: 'file', file: named };
  return files.has(`${named}/index.html`)
    ? { kind: 'moved', to: `${encodeURI(address)}/`.replaceAll(/[?#]/gu, encodeURIComponent) }
    : { kind: 'none' };
};

const decode = (pathname: string): string | undefined => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
};
