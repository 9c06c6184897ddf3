/** The sections of a documentation site, in the order in which they are planned, written and reported. */
export const sections = ['products', 'docs', 'reference', 'kb', 'blog'] as const;
export type Section = (typeof sections)[number];

export const profiles = ['local', 'ci', 'prod'] as const;
/** How strictly a run is validated. */
export type Profile = (typeof profiles)[number];

export const platforms = [
  'python',
  'typescript',
  'javascript',
  'java',
  'dotnet',
  'cpp',
  'go',
  'ruby',
  'php',
  'kotlin',
  'swift',
  'rust',
] as const;
