import { definePluginConfig } from '@recourse/stage-plugin';
import { z } from 'zod';

/** The channels that may be captured, called and stubbed: exact names, or beginnings that end with `*`. */
export const config = definePluginConfig(
  z.strictObject({ channels: z.array(z.string().min(1).max(200)).max(100).default(['*']) }),
);

/** Electron's own channels. A change to them breaks the app. */
const internal = /^(?:ELECTRON_|CHROME_|GUEST_|BROWSER_|RENDERER_|IMPORT_SHARED_)/u;

/** Whether a name has the form of a pattern. */
const matchesChannel = (channel: string, pattern: string): boolean =>
  pattern.endsWith('*') ? channel.startsWith(pattern.slice(0, -1)) : channel === pattern;

export const isAllowed = (channel: string): boolean =>
  !internal.test(channel) && config.value.channels.some((pattern) => isWithin(channel, pattern));

/** Whether everything that a name or pattern stands for is allowed by a pattern. */
const isWithin = (channel: string, pattern: string): boolean =>
  channel.endsWith('*')
    ? pattern.endsWith('*') && channel.startsWith(pattern.slice(0, -1))
    : matchesChannel(channel, pattern);
