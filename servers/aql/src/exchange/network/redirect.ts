const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** How often a read is led on. */
export const mostHops = 3;

/** The target of a redirect, if scheme, host and port stay the same, so that no other server sees the credentials. */
export const targetWithin = (
  origin: string,
  target: string,
  status: number,
  location: string | null | undefined,
): string | undefined => {
  if (!redirects.has(status) || !location || !URL.canParse(location, origin + target)) return undefined;
  const next = new URL(location, origin + target);
  return next.origin === origin && !next.username && !next.password ? next.pathname + next.search : undefined;
};
