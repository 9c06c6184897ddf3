/** Whether page content says something. Separators between links and lone punctuation do not. */
export const isWorthShowing = (text: string): boolean => /[\p{L}\p{N}\p{Sc}\p{So}]/u.test(text);
