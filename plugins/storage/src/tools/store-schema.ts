import { z } from 'zod';

/** A store of IndexedDB as answers show it. */
export const storeSchema = z.object({
  name: z.string(),
  key_path: z.json(),
  auto_increment: z.boolean(),
  indexes: z.array(z.object({ name: z.string(), key_path: z.json(), unique: z.boolean() })),
  count: z.int(),
});
