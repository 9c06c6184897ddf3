import type { CdpSession, SendOptions } from '../cdp/connection.ts';
import { mainScopeNames } from './main-api.ts';
import { mainScope } from './main-scope.ts';

/** A process that code can run in. */
export interface EvaluationPlace {
  readonly session: CdpSession;
  /** An expression whose value is `this` of the function. */
  readonly scope: string;
  /** Writes the function around the body of the code. It returns `{ value }` or `{ error }`, and never throws. */
  readonly declare: (body: string, names: ReadonlySet<string>) => string;
  /** Asks the process something that it answers only while no code blocks it. */
  readonly ask: (options: SendOptions) => Promise<unknown>;
}

const boxed = (body: string, before = ''): string => `try {
  ${before}
  return { value: await (async () => {
${body}
})() };
} catch (error) {
  return { error };
}`;

/** The page of a surface: code runs in the world of its top frame. */
export const pagePlace = (session: CdpSession): EvaluationPlace => ({
  session,
  scope: 'globalThis',
  declare: (body) => `async function (arg) { ${boxed(body)} }`,
  ask: (options) => session.send('Runtime.evaluate', { expression: '0' }, options),
});

/**
 * The main process of an app: code runs with the names of its API in scope. Code that the inspector itself calls cannot
 * be stopped, because the inspector waits for it; so it is called by the event loop.
 */
export const mainPlace = (session: CdpSession): EvaluationPlace => ({
  session,
  scope: mainScope,
  declare: (body, names) => {
    const used = mainScopeNames.filter((name) => names.has(name));
    const scope = `const { ${used.join(', ')} } = this.scope;`;
    return `async function (arg) { await this.later(); ${boxed(`"use strict";\n${body}`, scope)} }`;
  },
  ask: (options) => {
    const turn = { expression: 'new Promise((resolve) => setTimeout(resolve))', awaitPromise: true };
    return session.send('Runtime.evaluate', turn, options);
  },
});
