import { z } from 'zod';

/** Forms of addresses: `*` is any text, `?` any one character. */
export const urls = z.array(z.string().min(1).max(500)).min(1).max(20);
