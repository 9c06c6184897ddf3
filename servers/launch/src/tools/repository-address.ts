/** An address of a repository on GitHub or a server like it; or the address that was probably meant. */
export type RepositoryAddress =
  { readonly ok: true; readonly url: string } | { readonly ok: false; readonly meant: string | undefined };

/** Reads `https://host/owner/name`. Other forms are not accepted, but the address that they stand for is named. */
export const readAddress = (given: string): RepositoryAddress => {
  const overSsh = /^(?:ssh:\/\/)?git@([\w.-]+)[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/u.exec(given);
  if (overSsh) return { ok: false, meant: `https://${overSsh[1]}/${overSsh[2]}` };
  const bare = /^[\w-]+(?:\.[\w-]+)+\/[\w.-]+\/[\w.-]+/u.test(given) ? `https://${given}` : given;
  if (!URL.canParse(bare)) return { ok: false, meant: undefined };
  const { protocol, origin, pathname, search, hash, username } = new URL(bare);
  const [owner, name, ...rest] = pathname.split('/').filter((part) => part !== '');
  if (!/^https?:$/u.test(protocol) || owner === undefined || name === undefined) return { ok: false, meant: undefined };
  const url = `${origin}/${owner}/${name.replace(/\.git$/u, '')}`;
  const isPlain = bare === given && rest.length === 0 && search === '' && hash === '' && username === '';
  return isPlain ? { ok: true, url } : { ok: false, meant: url };
};
