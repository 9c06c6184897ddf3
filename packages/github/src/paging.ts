/** The number of the next page by a Link header. */
export const nextPageOf = (link: string | undefined): number | undefined => {
  for (const part of (link ?? '').split(/,\s*(?=<)/)) {
    const [, address, relations] = /^<([^<>]*)>(.*)$/s.exec(part.trim()) ?? [];
    if (!address || !relations || !/;\s*rel="?(?:[^"]*\s)?next(?:\s[^"]*)?"?/.test(relations)) continue;
    if (!URL.canParse(address)) continue;
    const page = Number(new URL(address).searchParams.get('page') ?? Number.NaN);
    return Number.isSafeInteger(page) && page > 0 ? page : undefined;
  }
  return undefined;
};
