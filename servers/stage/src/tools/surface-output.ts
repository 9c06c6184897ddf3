import { z } from 'zod';
import { clip, collapse } from '../observe/names/text.ts';
import type { Surface } from '../surface.ts';

/** A surface as the tools show it. */
export const surfaceOutput = z.object({
  surface_id: z.string(),
  kind: z.enum(['window', 'page', 'webview', 'other']),
  title: z.string(),
  url: z.string(),
});

/** The title of a page without one is its address, and that can hold a whole document. */
const longestTitle = 200;
const longestUrl = 1000;

export const describeSurface = ({ id, kind, title, url }: Surface): z.output<typeof surfaceOutput> => ({
  surface_id: id,
  kind,
  title: clip(collapse(title), longestTitle),
  url: clip(url, longestUrl),
});
