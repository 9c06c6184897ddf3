/** A GitHub on this machine that lives as long as the server. */
export interface EmbeddedForge {
  readonly baseUrl: string;
  readonly token: string;
  readonly notice: string;
  close(): Promise<void>;
}

/** Starts a forge with the sample world, for a server that was given no token. */
export const startEmbeddedForge = async (): Promise<EmbeddedForge> => {
  const { createForge, sampleSeed, sampleTokens } = await import('@recourse/forge');
  const forge = await createForge({ seed: sampleSeed });
  return {
    baseUrl: forge.url,
    token: sampleTokens.mira,
    notice: `GITHUB_TOKEN is not set: this server uses a local GitHub emulator at ${forge.url} as user mira; nothing is sent to GitHub. Try the sample repository mira/tidewater.`,
    close: () => forge.close(),
  };
};
