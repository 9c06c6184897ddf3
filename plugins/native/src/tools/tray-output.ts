import { z } from 'zod';
import type { ShownTray } from '../main/trays.ts';

/** A tray as answers show it. */
export const trayOutput = z.object({
  id: z.string(),
  events: z.array(z.string()),
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
});

export const showTray = ({ id, events, bounds }: ShownTray): z.output<typeof trayOutput> => ({
  id,
  events: [...events],
  bounds,
});
