import type { Surface } from '../surface.ts';
import { buildElements } from './build-elements.ts';
import type { BuildOptions } from './build-elements.ts';
import { capture, captureTimeoutMs, readAgain } from './capture.ts';
import type { Capture, CaptureOptions } from './capture.ts';
import type { Observation } from './element.ts';
import { collapse } from './names/text.ts';
import { askFrames, readLiveFacts } from './live-facts.ts';
import type { Live } from './live-facts.ts';
import { maskSecrets } from './secrets/mask-secrets.ts';
import type { SecretMemory } from './secrets/secret-memory.ts';
import { renewSteps, stepsOf } from './steps.ts';

/** An observation with the capture that it was made from. */
export interface Look {
  readonly observation: Observation;
  readonly capture: Capture;
  readonly build: BuildOptions;
  /** The contexts of the stage's own world, by the ids of their frames. */
  readonly worlds: ReadonlyMap<string, number>;
}

/** The last look at each surface, and what it was made from besides the capture. */
interface Kept {
  readonly look: Look;
  readonly secrets: SecretMemory;
  /** How much the memory of secrets had learned after the look. */
  readonly learned: number;
  readonly liveKey: string;
}

const kept = new WeakMap<Surface, Kept>();

/**
 * Looks at a surface once. Throws CdpTimeoutError within the time limit if its renderer hangs. Returns the elements of the
 * last look again if the browser gives the same answers: an agent mostly acts on a page that has not changed since.
 */
export const observe = async (surface: Surface, secrets: SecretMemory, options: CaptureOptions = {}): Promise<Look> => {
  const { timeoutMs = captureTimeoutMs, signal } = options;
  const endsAt = performance.now() + timeoutMs;
  const asked = askFrames(surface, { timeoutMs, ...(signal && { signal }) });
  const before = kept.get(surface);
  const captured = await capture(surface, { ...options, last: before?.look.capture });
  const live = await readLiveFacts(captured, asked, {
    timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())),
    ...(signal && { signal }),
  });
  const last = kept.get(surface);
  if (last && isUnchanged(last, { captured, secrets, liveKey: live.key })) {
    for (const document of captured.documents) renewSteps(document);
    return { ...last.look, worlds: live.worlds };
  }
  const { answers } = captured;
  // The documents of the last look are masked with what was known then.
  const fresh = captured === before?.look.capture && answers ? readAgain({ ...captured, answers }) : captured;
  const look = describe(fresh, secrets, live);
  kept.set(surface, { look, secrets, learned: secrets.learned, liveKey: live.key });
  return look;
};

const isUnchanged = (
  { look, secrets, learned, liveKey }: Kept,
  now: { readonly captured: Capture; readonly secrets: SecretMemory; readonly liveKey: string },
): boolean =>
  look.capture === now.captured && secrets === now.secrets && learned === secrets.learned && liveKey === now.liveKey;

const describe = (captured: Capture, secrets: SecretMemory, { facts, worlds }: Live): Look => {
  maskSecrets(captured.documents, secrets);
  const build: BuildOptions = { live: facts };
  const { surface, document, documents, isCut, missingFrames } = captured;
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
