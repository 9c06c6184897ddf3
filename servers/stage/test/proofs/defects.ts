import type { Proofs } from './proof.ts';

/** The defects of the server whose contract this is, in the order in which they were found, with the tests against them. */
export const defects: Proofs = {
  'injection that never works': [
    ['test/inject-electron.system.test.ts', 'is shown, clicked and typed into, with its frames'],
    ['test/pairs/describe-electron.ts', 'electron_inject answers with %s if the inspector of a process can only %s'],
  ],
  'capabilities that are not there': [
    ['test/app-pages.system.test.ts', 'tells its versions and what can be done to it, over each kind of connection'],
    ['test/eval.system.test.ts', 'is refused in the main process of a session without one'],
  ],
  'references that are given again': [
    ['test/app-references.system.test.ts', 'never gives the number of a removed element to a new one'],
  ],
  'references that move to another element': [
    ['test/app-references.system.test.ts', 'does not let a removed element stand for an equal one in another region'],
  ],
  'budgets that are exceeded': [
    ['test/app-references.system.test.ts', 'keeps the whole answer within the budget, also that of a diff'],
  ],
  'clicks on what covers an element': [
    ['test/actions/describe-living.ts', 'name the cover of an element, and click once it is gone'],
    [
      'test/actions/describe-clicking.ts',
      'names the element in front of a covered one, with a reference, and clicks neither',
    ],
  ],
  'references after a reload': [
    [
      'test/app-references.system.test.ts',
      'tells that the page was loaded again, and does not offer the lost reference itself',
    ],
  ],
  'elements in shadow roots': [
    ['test/app-references.system.test.ts', 'reads elements in %s shadow roots'],
    [
      'test/clicking.system.test.ts',
      'clicks through shadow roots, slots, labels and frames of the same and of another site',
    ],
  ],
  'selectors that are not CSS': [
    ['test/defects.system.test.ts', 'a selector that is not CSS is SELECTOR_INVALID in %s'],
  ],
  'sessions of dead apps': [['test/app-endings.system.test.ts', 'that is killed ends its session with NOT_RUNNING']],
  'renderers that hang': [
    ['test/app-endings.system.test.ts', 'that hangs is reported as hung, and is read again when it is done'],
  ],
  'passwords in the clear': [
    ['test/app-secrets.system.test.ts', 'shows no password, and no content that the page marks as secret'],
  ],
  'similar references without order, and constant next actions': [
    ['test/defects.system.test.ts', 'elements like the lost one come first, and the next action fits the failure'],
  ],
  'waits that repeat the wanted state': [
    ['test/defects.system.test.ts', 'a wait that ends tells the state that it saw, not the one that it wanted'],
  ],
  'codes that are not declared': [
    [
      'test/pairs.system.test.ts',
      'a code has been seen with it, except for few pairs that have a reason, and none has been seen with another',
    ],
    ['test/mirror.system.test.ts', 'agrees with the sources, tools and documents of the stage'],
  ],
  'one code for many failures': [
    ['test/defects.system.test.ts', 'an unknown tool and a bad argument have different codes'],
    ['src/tools/tools.test.ts', 'fails with TOOL_GATED and the setting that allows it'],
    ['src/tools/tools.test.ts', 'fails with TOOL_NOT_IN_PROFILE and the profiles that have it'],
  ],
  'apps without a name or a process': [
    ['test/app-endings.system.test.ts', 'is found by its port, with its name and process'],
  ],
  'holes and false positives of the filter for code': [
    ['src/content/eval/eval-content.test.ts', 'is refused with %s: %j'],
    ['src/content/eval/eval-content.test.ts', 'is allowed: %j'],
    ['test/eval.system.test.ts', 'refuses hostile code, and the app continues'],
  ],
  'disabled and covered elements that only time out': [
    ['test/defects.system.test.ts', 'a disabled element on a page without scripts fails at once, with the reason'],
    ['test/actions/describe-clicking.ts', 'tells why an element is disabled'],
  ],
};
