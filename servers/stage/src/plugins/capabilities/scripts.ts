import type { CdpSession } from '../../cdp/connection.ts';
import type { Surface } from '../../surface.ts';
import { inEveryFrame } from './frames.ts';

const timeoutMs = 10_000;

/** Runs source text in each new document of a surface, in all its frames. Returns a function that ends that. */
export const addScript = async (
  surface: Surface,
  source: string,
  { now }: { readonly now: boolean },
): Promise<() => Promise<void>> => {
  const added = new Map<CdpSession, string>();
  const stop = await inEveryFrame(surface, async ({ session }) => {
    // Without it, documents are not reported and the script does not run.
    await session.send('Page.enable', undefined, { timeoutMs });
    const params = { source, runImmediately: now };
    const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', params, { timeoutMs });
    added.set(session, identifier);
  });
  return async () => {
    stop();
    await Promise.allSettled(
      [...added].map(([session, identifier]) =>
        session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier }, { timeoutMs }),
      ),
    );
  };
};

/** Runs source text once in every frame of a surface. The protocol has no other way into frames of the same process. */
export const runInFrames = async (surface: Surface, source: string): Promise<void> => {
  const remove = await addScript(surface, source, { now: true });
  await remove();
};
