import type { Surface } from '../surface.ts';
import { buildElements } from './build-elements.ts';
import type { BuildOptions } from './build-elements.ts';
import { capture, captureTimeoutMs } from './capture.ts';
import type { Capture, CaptureOptions } from './capture.ts';
import type { Observation } from './element.ts';
import { collapse } from './names/text.ts';
import { askFrames, readLiveFacts } from './live-facts.ts';
import { maskSecrets } from './secrets/mask-secrets.ts';
import type { SecretMemory } from './secrets/secret-memory.ts';
import { stepsOf } from './steps.ts';

/** An observation with the capture that it was made from. */
export interface Look {
  readonly observation: Observation;
  readonly capture: Capture;
  readonly build: BuildOptions;
  /** The contexts of the stage's own world, by the ids of their frames. */
  readonly worlds: ReadonlyMap<string, number>;
}

/** Looks at a surface once. Throws CdpTimeoutError within the time limit if its renderer hangs. */
export const observe = async (surface: Surface, secrets: SecretMemory, options: CaptureOptions = {}): Promise<Look> => {
  const { timeoutMs = captureTimeoutMs, signal } = options;
  const endsAt = performance.now() + timeoutMs;
  const asked = askFrames(surface, { timeoutMs, ...(signal && { signal }) });
  const captured = await capture(surface, options);
  const { facts: live, worlds } = await readLiveFacts(captured, asked, {
    timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())),
    ...(signal && { signal }),
  });
  maskSecrets(captured.documents, secrets);
  const build: BuildOptions = { live };
  const { document, documents, isCut, missingFrames } = captured;
  const { elements, isTooDeep } = buildElements(captured, build);
  return {
    capture: captured,
    build,
    worlds,
    observation: {
      surfaceId: surface.id,
      url: document.url,
      title: collapse(document.title),
      loaderId: document.loaderId,
      elements,
      isCut: isCut || isTooDeep,
      areNamesCut: documents.some((one) => stepsOf(one).areUsedUp),
      missingFrames,
    },
  };
};
