/** Where a link leads. */
export type LinkTarget =
  | { readonly kind: 'external'; readonly url: URL }
  /** A path and a fragment, both decoded; the path is empty for a place on the same page. */
  | { readonly kind: 'internal'; readonly path: string; readonly fragment: string }
  /** Mail, telephone, data and so on. */
  | { readonly kind: 'other' };

/** Tells links into the site from others. `siteHost` is the host of the site's own address. */
export const classifyLink = (url: string, siteHost?: string): LinkTarget => {
  const given = url.startsWith('//') ? `https:${url}` : url;
  if (/^https?:/iu.test(given)) {
    if (!URL.canParse(given)) return { kind: 'other' };
    const parsed = new URL(given);
    if (siteHost === undefined || parsed.host !== siteHost) return { kind: 'external', url: parsed };
    return { kind: 'internal', path: decoded(parsed.pathname), fragment: decoded(parsed.hash.slice(1)) };
  }
  if (/^[a-z][a-z0-9+.-]*:/iu.test(given) || given === '') return { kind: 'other' };
  const [, path = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/su.exec(given) ?? [];
  return { kind: 'internal', path: decoded(path), fragment: decoded(fragment) };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The host of a site's base URL, and its path with a slash at the end. */
export const baseOf = (baseUrl: string | null): { readonly host: string | undefined; readonly path: string } => {
  if (baseUrl === null || !URL.canParse(baseUrl)) return { host: undefined, path: '/' };
  const { host, pathname } = new URL(baseUrl);
  return { host: host === '' ? undefined : host, path: pathname.endsWith('/') ? pathname : `${pathname}/` };
};
