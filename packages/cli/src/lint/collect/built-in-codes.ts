import type { CodeDefinition } from '@recourse/contract';
import { coreCodes, coverageCodes, githubCodes, launchCodes, stageCodes } from '@recourse/contract/registries';
import type { KnownCode } from '../facts.ts';

/** The name of the package that the built-in codes are declared in. */
export const contractPackage = '@recourse/contract';

/** The codes of the contract itself, which any package may fail with. */
export const builtInCodes = (): readonly KnownCode[] =>
  [coreCodes, coverageCodes, githubCodes, launchCodes, stageCodes].flatMap((set) =>
    Object.values<CodeDefinition>(set.definitions).map(({ namespace, code, kind, reserved }) => ({
      namespace,
      code,
      kind,
      reserved,
    })),
  );
