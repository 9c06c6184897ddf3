import { escapeHidden } from '@recourse/contract/hidden-characters';

/**
 * Makes text of others safe to show: characters that move the cursor, change colours, run backwards or are invisible
 * become escapes. A person who decides about a call must see what it says.
 */
export const visible = (text: string): string => escapeHidden(text);
