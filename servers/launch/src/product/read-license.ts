import { cite } from './locate.ts';
import type { Citation } from './locate.ts';

const known = [
  ['MIT', /\bMIT License\b|Permission is hereby granted, free of charge/i],
  ['Apache-2.0', /Apache License,?\s+Version 2\.0/i],
  ['AGPL-3.0', /GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['LGPL-3.0', /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['GPL-3.0', /GNU GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['GPL-2.0', /GNU GENERAL PUBLIC LICENSE\s+Version 2/i],
  ['MPL-2.0', /Mozilla Public License,?\s+(?:Version |v\.? ?)2\.0/i],
  ['ISC', /\bISC License\b|Permission to use, copy, modify, and\/or distribute/i],
  ['BSD-3-Clause', /Redistribution and use in source and binary forms[\s\S]*Neither the name/i],
  ['BSD-2-Clause', /Redistribution and use in source and binary forms/i],
  ['Unlicense', /free and unencumbered software released into the public domain/i],
] as const;

/** The lines of a licence that are enough to recognise it: its first words, up to the fifth line. */
export const licensePlace = (path: string, text: string): Citation => {
  const lines = text.split('\n');
  const first = Math.max(
    lines.findIndex((line) => line.trim() !== ''),
    0,
  );
  return cite(path, first + 1, Math.min(first + 5, lines.length));
};

const mostCharacters = 4000;

/** Recognises a licence by its text. */
export const readLicense = (text: string): string | undefined => {
  const start = text.slice(0, mostCharacters).replaceAll(/\s+/g, ' ');
  return known.find(([, pattern]) => pattern.test(start))?.[0];
};
