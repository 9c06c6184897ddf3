/** Nobody sits longer before a question; no server of ours keeps a token for longer. */
export const longestQuestionMs = 15 * 60_000;
