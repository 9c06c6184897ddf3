import type { ServerResponse } from 'node:http';

/** The Vary header of a response with one more name. */
export const varyBy = (response: ServerResponse, name: string): string => {
  const varies = response.getHeader('vary');
  return varies === undefined ? name : `${String(varies)}, ${name}`;
};
