import { defaultFile, defaultSchema } from '../settings/store-settings.ts';
import type { StoreSettings } from '../settings/store-settings.ts';
import type { StoreKind } from '../stores.ts';

/** Where state is, in words that may be shown. */
export interface StoreLocation {
  readonly kind: StoreKind;
  /** The file, or the address without its password. */
  readonly place: string;
  /** The schema of PostgreSQL. */
  readonly schema?: string;
}

/** Whether a string is the URL of a PostgreSQL database. */
export const isAddress = (text: string): boolean => /^postgres(?:ql)?:\/\//i.test(text);

/** Whether a string is a URL that is not for PostgreSQL; it is hardly the name of a file. */
export const isOtherAddress = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(text) && !isAddress(text);

export const locationOf = (settings: StoreSettings): StoreLocation => {
  switch (settings.kind) {
    case 'memory':
      return { kind: 'memory', place: 'the memory of the server' };
    case 'sqlite':
      return { kind: 'sqlite', place: settings.file ?? defaultFile };
    case 'postgres':
      return { kind: 'postgres', place: shownAddress(settings.url ?? ''), schema: settings.schema ?? defaultSchema };
  }
};

/** The part of the URL that names the database. Passwords come before the host, and sometimes in the query. */
const shownAddress = (url: string): string => {
  if (!URL.canParse(url)) return 'an invalid URL';
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
};
