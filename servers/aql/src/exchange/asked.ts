import type { JsonObject } from '@recourse/contract';
import { cleanText } from '@recourse/upstream';
import type { UpstreamRequest } from '@recourse/upstream';
import type { AdapterOperation } from '../adapter/adapter.ts';

/**
 * The facts about a call that are needed to report its outcome. The category decides whether it writes, since some APIs
 * search by POST.
 */
export const askedOf = (operation: AdapterOperation, given: JsonObject, timeoutMs: number): UpstreamRequest => {
  const { method, category, idempotent, resource } = operation;
  const id = resource?.id?.replace(/\{([^{}]+)\}/g, (_all, name: string) => textOf(given[name]));
  return {
    method,
    writes: category !== 'read',
    idempotent,
    timeoutMs,
    ...(resource && {
      resource: { ...(resource.type && { type: resource.type }), ...(id && { id: cleanText(id, 200) }) },
    }),
  };
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Only what looks is repeated, and only if the method says so too. */
export const isRepeatable = ({ method, category }: AdapterOperation): boolean =>
  category === 'read' && (method === 'GET' || method === 'HEAD');
