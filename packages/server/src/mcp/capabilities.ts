import type { Server } from '@recourse/engine';

/** What a server says that it can do, in both eras. The stdio door answers a handshake with it, without the SDK. */
export const capabilitiesOf = ({ resources, prompts, extensions }: Server) => ({
  tools: {},
  ...(resources.length > 0 && { resources: {} }),
  ...(prompts.length > 0 && { prompts: {} }),
  extensions: { ...extensions },
});
