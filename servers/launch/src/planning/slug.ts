const longest = 60;

/** Turns a title into a part of an address: lower-case ASCII letters, digits and hyphens. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, longest)
    .replace(/-+$/, '');

/** Gives each title a slug of its own: a repeated one gets a number. */
export const createSlugs = (taken: readonly string[] = []): ((title: string, otherwise: string) => string) => {
  const used = new Set(taken);
  return (title, otherwise) => {
    const plain = slugOf(title) || otherwise;
    let slug = plain;
    for (let count = 2; used.has(slug); count += 1) slug = `${plain}-${count}`;
    used.add(slug);
    return slug;
  };
};
