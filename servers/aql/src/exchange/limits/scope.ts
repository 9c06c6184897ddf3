import type { AdapterOperation, ApiLimit } from '../../adapter/adapter.ts';

/** Whether a limit of the file is about an operation. */
export const coversOperation = (
  { scope, endpoint, category }: Pick<ApiLimit, 'scope' | 'endpoint' | 'category'>,
  operation: Pick<AdapterOperation, 'category' | 'method' | 'path'>,
): boolean => {
  if (scope === 'category') return category === operation.category;
  if (scope === 'endpoint') return endpoint !== undefined && matches(endpoint, `${operation.method} ${operation.path}`);
  return true;
};

/** Compares by pieces between the `*`, each found after the one before: no expression, so nothing can hang. */
const matches = (pattern: string, text: string): boolean => {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return pattern === text;
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false;
  let at = head.length;
  const end = text.length - tail.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
};
