/** Follows the redirects of an authorization request as a browser does, up to the client's own address. */
export const authorize = async (url, redirectUrl) => {
  const cookies = new Map();
  let next = new URL(url);
  for (let step = 0; step < 20; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0].split('=');
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`${response.status} ${await response.text()}`);
    next = new URL(location, next);
    if (next.href.startsWith(redirectUrl)) return next.searchParams;
  }
  throw new Error('The authorization does not end');
};
