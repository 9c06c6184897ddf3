/** The help of `recourse tour`. */
export const help = `Usage: recourse tour

Shows one failure from the line that creates it to the agent that reads it, in
every dialect.`;
