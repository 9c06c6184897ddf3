import { z } from 'zod';
import { collapse } from '../observe/names/text.ts';
import type { Surface } from '../surface.ts';
import { clipTokens } from '../tokens/clip-tokens.ts';

/** A surface as the tools show it. */
export const surfaceOutput = z.object({
  surface_id: z.string(),
  kind: z.enum(['window', 'page', 'webview', 'other']),
  title: z.string(),
  url: z.string(),
});

/** The page chooses both strings, and a data URL can hold a whole document. */
const mostTitleTokens = 25;
const mostUrlTokens = 40;

export const describeSurface = ({ id, kind, title, url }: Surface): z.output<typeof surfaceOutput> => ({
  surface_id: id,
  kind,
  title: clipTokens(collapse(title), mostTitleTokens),
  url: clipTokens(url, mostUrlTokens),
});
