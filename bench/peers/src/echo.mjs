import { z } from 'zod';

/** The tool that every server offers: two arguments in, two fields out. */
export const name = 'echo';
export const description = 'Answers with what it was given.';
export const input = { text: z.string().max(200), times: z.int().min(1).max(10) };
export const output = { text: z.string(), length: z.int() };

/** @param {{ text: string, times: number }} given */
export const echo = ({ text, times }) => ({ text, length: text.length * times });

/** The answer as MCP wants it where a tool has an output schema: as data, and the same as text. @param {{ text: string, times: number }} given */
export const echoResult = (given) => {
  const structuredContent = echo(given);
  return {
    content: [{ type: /** @type {const} */ ('text'), text: JSON.stringify(structuredContent) }],
    structuredContent,
  };
};
