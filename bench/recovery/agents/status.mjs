import { done, stop } from './session.mjs';

/**
 * Goes by what the protocol itself says: whether an answer is an error, whether one came at all, and whether the tool
 * is annotated as safe to repeat. It never reads a word. A careful retry layer does this and no more.
 */
export const status = async (
  /** @type {import('./session.mjs').Session} */ session,
  /** @type {import('../world/scenarios.mjs').Scenario} */ { sentTool, sent },
) => {
  const hints = session.tools.find((/** @type {any} */ { name }) => name === sentTool)?.annotations ?? {};
  const isSafe = hints.readOnlyHint === true || hints.idempotentHint === true;
  for (let repeats = 0; ; repeats += 1) {
    const { kind, text } = await session.call(sentTool, sent);
    if (kind === 'ok') return done(text);
    if (kind === 'protocol' || !isSafe || session.callsLeft < 1) return stop(text);
    if (!(await session.sleep(1_000 * 2 ** repeats))) return stop(text);
  }
};
