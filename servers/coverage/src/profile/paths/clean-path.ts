import { hiddenSets } from '@recourse/contract/hidden-characters';

/** A path as the profile means it: with `/`, without `.` and `..`, and where it starts. */
export interface CleanPath {
  readonly absolute: boolean;
  /** Of Windows, in lower case: `c:`. */
  readonly drive: string | undefined;
  /** `..` is left only if a relative path begins with it. */
  readonly parts: readonly string[];
}

const longestPath = 4096;
const unusable = new RegExp(`[${hiddenSets.control}${hiddenSets.surrogate}]`, 'u');
const fileAddress = /^file:\/\/(?:localhost)?(?=\/)/i;
const anyAddress = /^[a-z][a-z0-9+.-]+:\/\//i;
const drivePart = /^\/?([A-Za-z]:)(?=\/|$)/;
const driveRelative = /^[A-Za-z]:/;
// Programs further on may decode these, and would then see another path than we do.
const encodedPart = /%(?:2e|2f|5c|00)/i;

/**
 * Parses a path from a profile, whichever system wrote it. Undefined if it cannot be the path of a file: a URL other
 * than `file://`, control characters, a path relative to the folder of a drive.
 */
export const cleanPath = (raw: string): CleanPath | undefined => {
  if (raw === '' || raw.length > longestPath || encodedPart.test(raw)) return undefined;
  const plain = decodeAddress(raw);
  if (plain === undefined || unusable.test(plain)) return undefined;
  const slashed = plain.replaceAll('\\', '/');
  const drive = drivePart.exec(slashed);
  if (!drive && driveRelative.test(slashed)) return undefined;
  const rest = drive ? slashed.slice(drive[0].length) : slashed;
  const absolute = drive !== null || slashed.startsWith('/');
  return { absolute, drive: drive?.[1]?.toLowerCase(), parts: collapse(rest.split('/'), absolute) };
};

/** Only addresses are percent-encoded: in a plain path `%20` is what the file is called. */
const decodeAddress = (raw: string): string | undefined => {
  const address = fileAddress.exec(raw);
  if (!address) return anyAddress.test(raw) ? undefined : raw;
  try {
    return decodeURIComponent(raw.slice(address[0].length));
  } catch {
    return undefined;
  }
};

/** Above the top of an absolute path is the top. */
const collapse = (parts: readonly string[], absolute: boolean): readonly string[] => {
  const kept: string[] = [];
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!absolute) kept.push('..');
  }
  return kept;
};
