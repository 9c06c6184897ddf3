import { definePluginConfig } from '@recourse/stage-plugin';
import { z } from 'zod';

/** Without `showSecrets`, values that look like secrets are masked in every answer. */
export const config = definePluginConfig(z.strictObject({ showSecrets: z.boolean().default(false) }));
