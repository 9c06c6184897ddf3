import type { Tool } from '@recourse/engine';

/**
 * Lists the codes of a tool in its description, where an agent reads them before it chooses the tool. The engine does it
 * for a tool without an output schema.
 */
export const listCodes = (tool: Tool): Tool =>
  tool.output ? { ...tool, description: `${tool.description} Errors: ${[...tool.errors].join(', ')}.` } : tool;
