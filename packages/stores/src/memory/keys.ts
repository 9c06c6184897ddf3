import { drawKey } from '../identity/draw-key.ts';
import type { KeyRecord, Keys } from '../ports/keys.ts';
import { digestOfSecret } from '../sealing/digest.ts';

export const createMemoryKeys = (now: () => number): Keys => {
  const records = new Map<string, KeyRecord>();
  return {
    create: async (request) => {
      const created = drawKey(request, now());
      records.set(digestOfSecret(created.key), created.record);
      return created;
    },
    list: () => Promise.resolve([...records.values()]),
    revoke: async (id) => {
      const found = [...records].find(([, record]) => record.id === id && record.revoked_at === undefined);
      if (!found) return false;
      const [digest, record] = found;
      records.set(digest, { ...record, revoked_at: now() });
      return true;
    },
    find: async (key) => {
      const record = records.get(digestOfSecret(key));
      if (!record || record.revoked_at !== undefined) return undefined;
      const { principal: id, trust, tools, role } = record;
      return { id, trust, ...(tools && { tools }), ...(role && { role, tools: [] }) };
    },
  };
};
