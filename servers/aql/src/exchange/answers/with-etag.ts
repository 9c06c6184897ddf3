import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';
import { cleanText } from '@recourse/upstream';
import type { HeaderSource } from '@recourse/upstream';
import type { Mask } from '../secrets/mask.ts';

/** Gives an object its version, for `if_match` of a later call; one that it names itself stays. */
export const withEtag = (data: Json, headers: HeaderSource, mask: Mask): Json => {
  const etag = headers.get('etag');
  return etag && isJsonObject(data) && !Object.hasOwn(data, '_etag')
    ? { ...data, _etag: mask.text(cleanText(etag, 200)) }
    : data;
};
