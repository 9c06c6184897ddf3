import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { confirmToolName } from '../meta-keys.ts';
import type { Recovering } from '../recovering.ts';

/** A recovering client, as far as a framework needs it: whatever `recovering` returns is one. */
export type ToolSource = Pick<Recovering, 'recover'> &
  Partial<Pick<Recovering, 'resume'>> & {
    listTools(params?: never, options?: never): Promise<unknown>;
  };

/** A tool as its server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** The server's own schema, unchanged. */
  readonly inputSchema: JsonObject;
}

const mostPages = 100;
const mostTools = 2_000;

/**
 * All tools of a server, page by page. The tool that confirms is left out: what it takes is a person's yes, and a model
 * that can call it could say yes to itself.
 */
export const listAllTools = async (client: ToolSource): Promise<readonly ListedTool[]> => {
  const list = client.listTools as (params?: object) => Promise<unknown>;
  const found = new Map<string, ListedTool>();
  const seen = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const page = await list.call(client, cursor === undefined ? undefined : { cursor });
    const { tools, nextCursor } = isJsonObject(page) ? page : {};
    for (const tool of Array.isArray(tools) ? tools : []) {
      const listed = asListed(tool);
      if (listed && listed.name !== confirmToolName) found.set(listed.name, listed);
    }
    if (typeof nextCursor !== 'string') return [...found.values()];
    // An incomplete list would look complete.
    if (seen.has(nextCursor) || seen.size >= mostPages || found.size > mostTools)
      throw new Error('The tool list of the server is too long or repeats a page');
    seen.add(nextCursor);
    cursor = nextCursor;
  }
};

const asListed = (tool: unknown): ListedTool | undefined => {
  if (!isJsonObject(tool)) return undefined;
  const { name, title, description, inputSchema } = tool;
  if (typeof name !== 'string' || name === '') return undefined;
  return {
    name,
    ...(typeof title === 'string' && { title }),
    description: typeof description === 'string' ? description : '',
    inputSchema: isJsonObject(inputSchema) ? inputSchema : { type: 'object' },
  };
};
