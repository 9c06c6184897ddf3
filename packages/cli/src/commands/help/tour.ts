/** The help of `recourse tour`. */
export const help = `Usage: recourse tour

Follows one failure from the line that creates it to the agent that reads it,
and shows it in every dialect.`;
