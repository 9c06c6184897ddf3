import { z } from 'zod';
import type { ShownItem } from '../main/menu.ts';

/** A menu item as answers show it. */
export const menuItem = z.object({
  path: z.array(z.string()),
  type: z.string(),
  enabled: z.boolean(),
  visible: z.boolean(),
  checked: z.boolean().optional(),
  accelerator: z.string().optional(),
  role: z.string().optional(),
  id: z.string().optional(),
});

/** Labels from the top of the menu bar down, without `&`, or ids. */
export const path = z.array(z.string().min(1).max(200)).min(1).max(9);

export const showItem = (item: ShownItem): z.output<typeof menuItem> => ({ ...item, path: [...item.path] });
