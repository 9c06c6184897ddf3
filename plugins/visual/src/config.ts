import { definePluginConfig } from '@recourse/stage-plugin';
import { z } from 'zod';

/** `fontFingerprint` names the fonts of the machine: baselines of machines with other fonts are not compared. */
export const config = definePluginConfig(z.strictObject({ fontFingerprint: z.string().max(200).default('') }));
