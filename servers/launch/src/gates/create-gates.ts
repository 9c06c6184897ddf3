import type { Gate } from '@recourse/runs';
import type { RunConfig } from '../config/run-config.ts';
import type { LaunchEnvironment } from '../environment.ts';
import { artifactsGate } from './checks/artifacts-gate.ts';
import { consistencyGate } from './checks/consistency-gate.ts';
import { frontMatterGate } from './checks/front-matter-gate.ts';
import { mergeGate } from './checks/merge-gate.ts';
import { patchesGate } from './checks/patches-gate.ts';
import { proseGate } from './checks/prose-gate.ts';
import { rollbackGate } from './checks/rollback-gate.ts';
import { secretsGate } from './checks/secrets-gate.ts';
import { snippetsGate } from './checks/snippets-gate.ts';
import { tokensGate } from './checks/tokens-gate.ts';
import { unsafeContentGate } from './checks/unsafe-content-gate.ts';
import { defineGate } from './define-gate.ts';
import { buildGate } from './hugo/build-gate.ts';
import { configGate } from './hugo/config-gate.ts';
import { createBuilder } from './hugo/create-builder.ts';
import { externalLinksGate } from './links/external-links-gate.ts';
import { internalLinksGate } from './links/internal-links-gate.ts';
import { lintGate } from './lint/lint-gate.ts';

/** The gates of a launch, in the order in which the report lists them. */
export const createGates = (environment: LaunchEnvironment): readonly Gate<RunConfig>[] => {
  const build = createBuilder();
  return [
    artifactsGate,
    patchesGate,
    mergeGate,
    frontMatterGate,
    lintGate,
    configGate,
    buildGate(build),
    internalLinksGate(build),
    externalLinksGate(),
    snippetsGate,
    consistencyGate,
    tokensGate,
    secretsGate,
    unsafeContentGate,
    rollbackGate,
    proseGate,
  ].map((definition) => defineGate(definition, environment));
};
