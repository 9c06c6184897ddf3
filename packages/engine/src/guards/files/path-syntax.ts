import { refuse } from '../guard.ts';
import type { Refusal } from '../guard.ts';

const drive = /^[A-Za-z]:/;
const encodedPart = /%(?:2e|2f|5c|00|25)/i;
const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/** Refuses what some program on the way could read as another path than we do. */
export const pathSyntaxProblem = (value: string, platform: NodeJS.Platform = process.platform): Refusal | undefined => {
  if (value === '') return refuse('empty', 'it is empty');
  if (value.startsWith('~')) return refuse('syntax', "it starts with '~'; home folders are not expanded");
  if (/^[\\/]{2}/.test(value)) return refuse('syntax', 'it starts with two separators');
  if (encodedPart.test(value)) return refuse('syntax', 'it contains percent-encoded dots or separators');
  if (/^file:/i.test(value)) return refuse('syntax', 'it is a URL');
  return platform === 'win32' ? windowsProblem(value) : posixProblem(value);
};

const posixProblem = (value: string): Refusal | undefined => {
  if (drive.test(value)) return refuse('syntax', 'it starts with a drive letter');
  if (value.includes('\\')) return refuse('syntax', "it contains '\\'; use '/' as the separator");
  return undefined;
};

const windowsProblem = (value: string): Refusal | undefined => {
  if (drive.test(value) && !/^[A-Za-z]:[\\/]/.test(value)) return refuse('syntax', 'it is relative to a drive');
  const parts = value.replace(drive, '').split(/[\\/]/);
  if (parts.some((part) => part.includes(':'))) return refuse('syntax', 'it refers to an alternate data stream');
  if (parts.some((part) => deviceName.test(part))) return refuse('syntax', 'a part of it is a device name');
  if (parts.some((part) => /[. ]$/.test(part) && part !== '.' && part !== '..')) {
    return refuse('syntax', 'a part of it ends in a dot or a space');
  }
  return undefined;
};
