const sha = /^[0-9a-f]{40}$/;
const maxRefBytes = 240;
const maxPathBytes = 4096;
// Control characters, space, and the characters that git's revision syntax or its globbing uses.
// oxlint-disable-next-line no-control-regex -- control characters are what it is for
const forbiddenInRef = /[\u0000-\u0020\u007f~^:?*[\\]/;
// oxlint-disable-next-line no-control-regex -- control characters are what it is for
const controls = /[\u0000-\u001f\u007f]/;
// Code points that HFS+ ignores when it compares names, so that ".g\u200cit" would be ".git" there.
const ignoredByHfs = /\u200c|\u200d|\u200e|\u200f|[\u202a-\u202e]|[\u206a-\u206f]|\ufeff/g;

const loneSurrogate = /\p{Surrogate}/u;

export const zeroSha = '0'.repeat(40);

export function isSha(text: string): boolean {
  return sha.test(text);
}

/** Git's own rules for a full ref name, and a length that leaves room for the lock file's suffix. */
export function isRefName(name: string): boolean {
  if (!name.startsWith('refs/') || Buffer.byteLength(name) > maxRefBytes) return false;
  if (forbiddenInRef.test(name) || name.includes('..') || name.includes('@{') || name.endsWith('.')) return false;
  const parts = name.split('/');
  return parts.length >= 3 && parts.every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

/** A branch may also not look like an option, an object id, or the symbolic HEAD. */
export function isBranchName(name: string): boolean {
  return isRefName(`refs/heads/${name}`) && !name.startsWith('-') && name !== 'HEAD' && !isSha(name);
}

/** A path that is safe inside a tree on every system that may check it out. */
export function isTreePath(path: string): boolean {
  return Buffer.byteLength(path) <= maxPathBytes && path !== '' && path.split('/').every(isTreeEntryName);
}

function isTreeEntryName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || controls.test(name) || loneSurrogate.test(name)) return false;
  const folded = name.replace(ignoredByHfs, '').toLowerCase();
  // NTFS drops trailing dots and spaces, keeps streams after a colon, and knows ".git" as "git~1".
  const onNtfs = folded.split(':')[0]?.replace(/[. ]+$/, '') ?? '';
  return folded !== '.git' && onNtfs !== '.git' && onNtfs !== 'git~1' && !folded.includes('\\.git');
}
