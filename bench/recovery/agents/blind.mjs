import { done, stop } from './session.mjs';

/** Makes the same call again, a second later, until an answer is not an error or the budget is spent. */
export const blind = async (
  /** @type {import('./session.mjs').Session} */ session,
  /** @type {import('../world/scenarios.mjs').Scenario} */ { sentTool, sent },
) => {
  for (;;) {
    const { kind, text } = await session.call(sentTool, sent);
    if (kind === 'ok') return done(text);
    if (session.callsLeft < 1 || !(await session.sleep(1_000))) return stop(text);
  }
};
