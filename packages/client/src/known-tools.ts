import { createHash } from 'node:crypto';
import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';

/** The tools of a server as far as they have been listed. */
export interface KnownTools {
  /** Takes in a result of `tools/list`, or a page of it; tells whether a tool is new, or another than before. */
  learn(listed: unknown): boolean;
  /** Whether a tool only reads; undefined if it has not been listed. */
  readsFor(tool: string, announced: boolean): boolean | undefined;
  /** The schema of a tool's arguments; undefined if it has not been listed, or is too large to be kept. */
  schemaOf(tool: string): JsonObject | undefined;
  has(tool: string): boolean;
  readonly names: readonly string[];
  /** Forgets everything: the server may have changed. */
  forget(): void;
}

const mostTools = 10_000;
const longestSchema = 65_536;

/**
 * Learns from every list that passes by, so that none has to be asked for where the caller has done so. Annotations
 * are a server's claims about itself: unless the caller decides, only those of servers of the contract are trusted.
 */
export const createKnownTools = (reads: readonly string[], trustAnnotations: boolean | undefined): KnownTools => {
  const own = new Set(reads);
  const listing = new Map<string, KnownTool>();
  return {
    learn: (listed) => {
      const tools: unknown = isJsonObject(listed) ? listed['tools'] : undefined;
      if (!Array.isArray(tools)) return false;
      let isChanged = false;
      for (const tool of tools.slice(0, mostTools)) {
        if (!isJsonObject(tool) || typeof tool['name'] !== 'string') continue;
        const { name, annotations, inputSchema } = tool;
        const text = JSON.stringify(tool);
        const digest = createHash('sha256').update(text).digest('base64url');
        if (listing.get(name)?.digest === digest) continue;
        isChanged = true;
        if (!listing.has(name) && listing.size >= mostTools) continue;
        const reads = isJsonObject(annotations) && annotations['readOnlyHint'] === true;
        const schema = isJsonObject(inputSchema) && text.length <= longestSchema ? inputSchema : undefined;
        listing.set(name, { reads, digest, schema });
      }
      return isChanged;
    },
    readsFor: (tool, announced) => {
      if (own.has(tool)) return true;
      const known = listing.get(tool);
      return known && known.reads && (trustAnnotations ?? announced);
    },
    schemaOf: (tool) => listing.get(tool)?.schema,
    has: (tool) => listing.has(tool),
    get names() {
      return [...listing.keys()];
    },
    forget: () => listing.clear(),
  };
};

interface KnownTool {
  readonly reads: boolean;
  /** Of all that is listed of it. */
  readonly digest: string;
  readonly schema: JsonObject | undefined;
}

const mostListed = 10_000;

/**
 * Learns from the pages of a list until it names the wanted tool, and returns the names that it has seen; undefined
 * if the list continues, so that the wanted tool can be further down.
 */
export const learnTools = async (
  tools: KnownTools,
  pages: AsyncIterable<unknown>,
  wanted: string,
): Promise<readonly string[] | undefined> => {
  const names: string[] = [];
  let goesOn = false;
  for await (const page of pages) {
    tools.learn(page);
    goesOn = isJsonObject(page) && typeof page['nextCursor'] === 'string';
    const listed: unknown = isJsonObject(page) ? page['tools'] : undefined;
    for (const tool of Array.isArray(listed) ? listed : [])
      if (isJsonObject(tool) && typeof tool['name'] === 'string') names.push(tool['name']);
    if (names.includes(wanted)) return names;
    if (names.length > mostListed) break;
  }
  return goesOn ? undefined : names;
};
