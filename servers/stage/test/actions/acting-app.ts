import type { ActingPage } from '../../src/testing/acting-page.ts';
import type { OpenApp } from '../apps/open-app.ts';

/** An app as the tests of actions use it. */
export interface ActingApp extends Pick<ActingPage, 'call' | 'refOf' | 'evaluate'> {
  readonly load: (html: string) => Promise<void>;
  /** The folder that files may come from. */
  readonly folder: () => string;
}

/** The app of a suite, which is open while its tests run. */
export const actingApp = (app: () => OpenApp): ActingApp => {
  const call: ActingApp['call'] = (tool, args) => app().call(tool, args);
  return {
    call,
    evaluate: (code, session) => app().evaluate(code, session),
    load: (html) => app().show(html),
    folder: () => app().folder,
    refOf: async (nameExact) => {
      const { matches } = await call('electron_find', { name_exact: nameExact });
      return matches[0]?.ref as number;
    },
  };
};
