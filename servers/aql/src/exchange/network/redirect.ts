const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** How often a read is led on. */
export const mostHops = 3;

/** Where a redirect leads to, if that is still the same scheme, host and port: nobody else is shown the credentials. */
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
