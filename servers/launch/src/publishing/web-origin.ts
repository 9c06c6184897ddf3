/** The address at which people see the repositories of an API. */
export const webOriginOf = (apiUrl = 'https://api.github.com'): string => {
  const { hostname, origin } = new URL(apiUrl);
  return hostname === 'api.github.com' ? 'https://github.com' : origin;
};
