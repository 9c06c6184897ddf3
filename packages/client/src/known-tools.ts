import { createHash } from 'node:crypto';
import { isJsonObject } from '@recourse/contract';

/** What is known of a server's tools: which of them only read. */
export interface KnownTools {
  /** Takes in a result of `tools/list`, or a page of it; tells whether a tool is new, or another than before. */
  learn(listed: unknown): boolean;
  readsFor(tool: string): boolean | undefined;
  /** Forgets everything: the server may have changed. */
  forget(): void;
}

const mostTools = 10_000;

/** Learns from every list that passes by, so that none has to be asked for where the caller has done so. */
export const createKnownTools = (reads: readonly string[], trustAnnotations: boolean): KnownTools => {
  const own = new Set(reads);
  const listing = new Map<string, KnownTool>();
  return {
    learn: (listed) => {
      const tools: unknown = isJsonObject(listed) ? listed['tools'] : undefined;
      if (!Array.isArray(tools)) return false;
      let isChanged = false;
      for (const tool of tools.slice(0, mostTools)) {
        if (!isJsonObject(tool) || typeof tool['name'] !== 'string') continue;
        const { annotations } = tool;
        const digest = createHash('sha256').update(JSON.stringify(tool)).digest('base64url');
        isChanged ||= listing.get(tool['name'])?.digest !== digest;
        const reads = isJsonObject(annotations) && annotations['readOnlyHint'] === true;
        listing.set(tool['name'], { reads, digest });
      }
      return isChanged;
    },
    readsFor: (tool) => {
      if (own.has(tool)) return true;
      const known = listing.get(tool);
      return known && known.reads && trustAnnotations;
    },
    forget: () => listing.clear(),
  };
};

interface KnownTool {
  readonly reads: boolean;
  /** Of all that is listed of it. */
  readonly digest: string;
}
