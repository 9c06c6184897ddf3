import type { Choices } from './choices.ts';

/** Versions of other packages in a new project. A test compares them with those that this repository uses. */
export const versions = {
  '@types/node': '20.19.43',
  tsx: '4.23.15',
  typescript: '7.0.2',
  vitest: '4.1.12',
  zod: '4.6.7',
} as const;

/** The package.json of a new project. `recourse` is the version of our packages. */
export const manifestOf = ({ name, language }: Choices, recourse: string) => {
  const typed = language === 'typescript';
  return {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: {
      dev: `recourse dev src/server.${typed ? 'ts' : 'js'}`,
      ...(typed && { build: 'tsc -p tsconfig.build.json', check: 'tsc' }),
      start: `node ${mainOf(language)}`,
      test: 'vitest run',
      lint: 'recourse lint src',
      codes: `${typed ? 'npm run build && ' : ''}recourse codes check`,
      verify: `${typed ? 'npm run check && ' : ''}npm test && npm run lint && npm run codes`,
    },
    recourse: { codes: { [typed ? './dist/codes.js' : './src/codes.js']: './codes.lock.json' } },
    dependencies: {
      '@recourse/contract': recourse,
      '@recourse/engine': recourse,
      '@recourse/server': recourse,
      zod: versions.zod,
    },
    devDependencies: {
      '@recourse/cli': recourse,
      '@recourse/testkit': recourse,
      ...(typed && { '@types/node': versions['@types/node'], tsx: versions.tsx, typescript: versions.typescript }),
      vitest: versions.vitest,
    },
  };
};

/** The program of a new project. */
export const mainOf = (language: Choices['language']): string =>
  language === 'typescript' ? 'dist/main.js' : 'src/main.js';
