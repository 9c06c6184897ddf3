/** Characters that a file system or a reader drops: HFS+ ignores most of them when it compares names. */
const ignored = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * Whether some file system takes a name for `.git`: in any letter case, with dots or spaces at its end, with ignored
 * characters in it, as a short name such as `GIT~1`, or as a stream of it.
 */
export const isGitName = (name: string): boolean => {
  // Nearly every name is plain, and none of the rules below changes a plain one.
  if (/^[\x20-\x7E]*$/.test(name) && !/git/i.test(name)) return false;
  const [first = ''] = name.normalize('NFKC').replaceAll(ignored, '').toLowerCase().split(':', 1);
  return /^(?:\.git|git~\d+)[. ]*$/.test(first);
};
