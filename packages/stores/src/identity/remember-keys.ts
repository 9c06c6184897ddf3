import type { Principal } from '@recourse/engine';

type Look = (key: string) => Promise<Principal | undefined>;

/**
 * How long a key that was found is not looked for again. Calls that come together mostly come with the same key, and
 * looking it up costs as much as all else that is read for a call. So long another process may still let a key in
 * that was revoked here.
 */
const memoryMs = 5;

/** Looks keys up, those that come together once. A key that was not found is forgotten at once. */
export const rememberKeys = (look: Look): { readonly find: Look; readonly forget: () => void } => {
  const found = new Map<string, Promise<Principal | undefined>>();
  let since = 0;
  const lookAndKeep: Look = (key) => {
    const looking = look(key);
    found.set(key, looking);
    const forgetKey = (): void => {
      if (found.get(key) === looking) found.delete(key);
    };
    looking.then((principal) => principal ?? forgetKey(), forgetKey);
    return looking;
  };
  return {
    find: (key) => {
      const at = performance.now();
      if (at - since > memoryMs) {
        found.clear();
        since = at;
      }
      return found.get(key) ?? lookAndKeep(key);
    },
    forget: () => found.clear(),
  };
};
