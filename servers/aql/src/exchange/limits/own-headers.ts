import type { HeaderSource } from '@recourse/upstream';
import type { ApiLimit } from '../../adapter/adapter.ts';

/** The headers that a file names for a limit, under the names by which they are read. */
export const ownHeaders = ({ remainingHeader, resetHeader }: ApiLimit, headers: HeaderSource): HeaderSource => {
  const names: Readonly<Record<string, string | undefined>> = {
    'x-ratelimit-remaining': remainingHeader,
    'x-ratelimit-reset': resetHeader,
  };
  return {
    get: (name) => {
      const own = names[name];
      return own === undefined ? undefined : headers.get(own);
    },
  };
};
