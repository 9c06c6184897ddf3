import { definePluginConfig } from '@recourse/stage-plugin';
import { z } from 'zod';

/** `maxRecords` bounds the memory of a recording. `redact` names arguments that are masked, besides those of the stage. */
export const config = definePluginConfig(
  z.strictObject({
    maxRecords: z.int().min(1).max(5000).default(1000),
    redact: z.array(z.string().max(100)).max(100).default([]),
    pictures: z.boolean().default(true),
  }),
);
