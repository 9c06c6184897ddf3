import type { Proofs } from './proof.ts';

/** The requirements of a server that agents can rely on, with the tests that prove them. */
export const requirements: Proofs = {
  'the codes of a tool are declared, and the declaration is enforced': [
    [
      'test/pairs.system.test.ts',
      'a code has been seen with it, except for few pairs that have a reason, and none has been seen with another',
    ],
    [
      'src/framework-codes.test.ts',
      'are those that the stages of the pipeline answer with, and the refusals of tools that are not offered',
    ],
    ['src/tools/tools.test.ts', 'list exactly their codes in their descriptions'],
  ],
  'next actions are valid calls, and similar references are ranked': [
    ['src/tools/next-actions.test.ts', 'of %s are valid calls'],
    ['src/references/resolve-reference.test.ts', 'come with the best name first'],
  ],
  'references name one node for ever, and say why they are lost': [
    [
      'src/references/references.system.test.ts',
      'resolves to the element that was shown, or fails with the true reason',
    ],
    [
      'test/app-surfaces.system.test.ts',
      'show frames of other sites inside frames of other sites, and keep their references',
    ],
  ],
  'different failures have different codes, and only those that may pass are retryable': [
    ['src/tools/tools.test.ts', 'fails with NOT_FOUND_OPERATION and similar names if there is no such tool'],
    ['test/lifecycle.system.test.ts', 'is on every answer of a session, refusals included'],
    [
      'test/lifecycle.system.test.ts',
      'closes its surface when it crashes, until it is loaded again, and is RENDERER_HUNG when it hangs',
    ],
  ],
  'a budget bounds the whole answer of every large tool': [
    ['test/budgets.system.test.ts', '%s fits its budget and fills it'],
  ],
  'a lost connection is established again, and a dead app is gone with its processes': [
    [
      'test/attach-electron.system.test.ts',
      'is reached again after its connection was lost, and references stay valid',
    ],
    ['test/attach-electron.system.test.ts', 'is NOT_RUNNING if it cannot be reached any more'],
    [
      'test/lifecycle.system.test.ts',
      'is NOT_RUNNING with the signal and its last output, and leaves no process behind',
    ],
  ],
  'capabilities are true on each transport': [
    ['test/app-pages.system.test.ts', 'tells its versions and what can be done to it, over each kind of connection'],
    ['test/app-info.system.test.ts', 'without a debugger of its main process is described by its browser'],
    ['test/inject-electron.system.test.ts', 'is shown, clicked and typed into, with its frames'],
  ],
  'secrets are masked, files confined and code recorded by its hash': [
    ['test/app-secrets.system.test.ts', 'shows no password, and no content that the page marks as secret'],
    [
      'test/acting.system.test.ts',
      'refuses files outside of the folders, links that lead there, folders and wrong fields',
    ],
    ['test/eval-record.system.test.ts', 'has every run of code with its hash, and neither code nor argument anywhere'],
  ],
  'sources, tools and documents agree with the registry, and releases with each other': [
    ['test/mirror.system.test.ts', 'agrees with the sources, tools and documents of the stage'],
    ['test/mirror.system.test.ts', 'reports strings where a code is expected, also behind a cast'],
    [
      '../../packages/contract/src/stability/compare-codes.test.ts',
      'reports the change with the old and the new value',
    ],
  ],
  'real Electron and Chromium are driven alike': [
    ['test/actions/describe-living.ts', 'fill in a form, answer its dialog by policy, and check the result'],
  ],
};
