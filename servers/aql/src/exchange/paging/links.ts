const longest = 8192;

/** The value that a link of an answer (`rel="next"`) gives a parameter; its address itself is never followed. */
export const linkedValue = (header: string | null | undefined, rel: string, parameter: string): string | undefined => {
  if (!header || header.length > longest) return undefined;
  for (const [, address = '', attributes = ''] of header.matchAll(/<([^<>]*)>([^<]*)/g)) {
    const rels = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(attributes);
    const names = (rels?.[1] ?? rels?.[2] ?? '').toLowerCase().split(/\s+/);
    if (!names.includes(rel) || !URL.canParse(address, 'http://base.invalid')) continue;
    return new URL(address, 'http://base.invalid').searchParams.get(parameter) ?? undefined;
  }
  return undefined;
};
