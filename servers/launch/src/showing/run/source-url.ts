import type { Claim } from '../../artifacts.ts';

/** The address at which people see the cited lines. */
export const sourceUrl = (
  { url, sha }: { readonly url: string; readonly sha: string },
  { path, start_line, end_line }: Claim['source'],
): string => {
  const file = path.split('/').map(encodeURIComponent).join('/');
  const lines = start_line === end_line ? `L${start_line}` : `L${start_line}-L${end_line}`;
  return `${url.replace(/(?:\.git)?\/*$/u, '')}/blob/${sha}/${file}#${lines}`;
};

/** The cited place in a few characters. */
export const placeOf = ({ path, start_line, end_line }: Claim['source']): string =>
  start_line === end_line ? `${path}:${start_line}` : `${path}:${start_line}–${end_line}`;
