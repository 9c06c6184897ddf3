import type { Principal } from '../../call/call.ts';

/** The most different rights that are remembered. Keys and scopes of one server rarely have more. */
const most = 256;

/**
 * Computes a value once for all principals with the same rights: trust, role and tools. The same rights get the same
 * object again, so that its text or index can be kept, too.
 */
export const byRights = <Value>(compute: (principal: Principal) => Value): ((principal: Principal) => Value) => {
  const known = new Map<string, Value>();
  return (principal) => {
    const { trust, role = '', tools } = principal;
    const rights = tools === undefined ? `${trust} ${role}` : JSON.stringify([trust, role, tools]);
    const found = known.get(rights);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const computed = compute(principal);
    known.set(rights, computed);
    return computed;
  };
};
