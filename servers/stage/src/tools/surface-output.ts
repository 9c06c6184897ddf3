import { z } from 'zod';
import type { Surface } from '../surface.ts';

/** A surface as the tools show it. */
export const surfaceOutput = z.object({
  surface_id: z.string(),
  kind: z.enum(['window', 'page', 'webview', 'other']),
  title: z.string(),
  url: z.string(),
});

export const describeSurface = ({ id, kind, title, url }: Surface): z.output<typeof surfaceOutput> => ({
  surface_id: id,
  kind,
  title,
  url,
});
