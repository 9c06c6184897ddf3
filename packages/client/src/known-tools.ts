import { isJsonObject } from '@recourse/contract';

/** What is known of a server's tools: which of them only read. */
export interface KnownTools {
  /** Takes in a result of `tools/list`, or a page of it. */
  learn(listed: unknown): void;
  readsFor(tool: string): boolean | undefined;
  /** Forgets everything: the server may have changed. */
  forget(): void;
}

const mostTools = 10_000;

/** Learns from every list that passes by, so that none has to be asked for where the caller has done so. */
export const createKnownTools = (reads: readonly string[], trustAnnotations: boolean): KnownTools => {
  const own = new Set(reads);
  const annotated = new Map<string, boolean>();
  return {
    learn: (listed) => {
      const tools: unknown = isJsonObject(listed) ? listed['tools'] : undefined;
      if (!Array.isArray(tools)) return;
      for (const tool of tools.slice(0, mostTools)) {
        if (!isJsonObject(tool) || typeof tool['name'] !== 'string') continue;
        const { annotations } = tool;
        annotated.set(tool['name'], isJsonObject(annotations) && annotations['readOnlyHint'] === true);
      }
    },
    readsFor: (tool) => {
      if (own.has(tool)) return true;
      const reads = annotated.get(tool);
      return reads === true && !trustAnnotations ? false : reads;
    },
    forget: () => annotated.clear(),
  };
};
