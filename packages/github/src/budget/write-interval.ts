/** GitHub asks for a second between writes. */
const hostedMs = 1000;

/**
 * The time between writes that a host needs. GitHub's own hosts count writes and refuse those that come too fast; an
 * enterprise server does so only if its operator turns that on.
 */
export const writeIntervalOf = (baseUrl: string): number => {
  const { hostname } = new URL(baseUrl);
  return hostname === 'api.github.com' || hostname.endsWith('.ghe.com') ? hostedMs : 0;
};
