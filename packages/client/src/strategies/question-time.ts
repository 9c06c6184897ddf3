/** No person takes longer to answer a question, and none of our servers keeps a token for longer. */
export const longestQuestionMs = 15 * 60_000;
