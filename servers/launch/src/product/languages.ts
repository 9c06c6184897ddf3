/** Programming languages by the ending of a file. The names are those of code fences. */
const languages: Readonly<Record<string, string>> = {
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  py: 'python',
  pyi: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  kt: 'kotlin',
  cs: 'csharp',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  hpp: 'cpp',
  rb: 'ruby',
  php: 'php',
  swift: 'swift',
  sh: 'bash',
};

/** Endings that tell a binary file without reading it. */
const binaries = new Set(
  'png jpg jpeg gif webp ico bmp tiff svgz pdf zip gz tgz bz2 xz zst 7z rar jar war class so dll dylib exe a o wasm woff woff2 ttf otf eot mp3 mp4 mov avi webm sqlite db pyc'.split(
    ' ',
  ),
);

export const endingOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
export const languageOf = (path: string): string | undefined => languages[endingOf(path)];
export const isKnownBinary = (path: string): boolean => binaries.has(endingOf(path));
/** True for endings of text, for which no content has to be read. */
export const isKnownText = (path: string): boolean =>
  languageOf(path) !== undefined ||
  /^(?:md|markdown|rst|txt|json|toml|yaml|yml|cfg|ini|html|css|xml|svg|mod|sum)$/.test(endingOf(path));
