import { repetitions } from '@recourse/testkit/repetitions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CdpSession } from '../cdp/connection.ts';
import type { NodeIdentity } from '../observe/element.ts';
import { lacksBrowser, startBrowser } from '../observe/testing/open-page.ts';
import type { OpenPage, TestBrowser } from '../observe/testing/open-page.ts';
import { Observer } from '../reading/observer.ts';
import { snapshot } from '../reading/snapshot/snapshot.ts';
import { ReferenceLostError } from './reference-lost-error.ts';
import { resolveReference } from './resolve-reference.ts';
import { mutatingPage } from './testing/mutating-page.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** A node as the page itself describes it, connected or not. */
interface Oracle {
  readonly stands: string;
  readonly reads: string;
  readonly isConnected: boolean;
}

const ask = async (session: CdpSession, backendNodeId: number): Promise<Oracle> => {
  const { object } = await session.send('DOM.resolveNode', { backendNodeId });
  const functionDeclaration =
    'function () { return { stands: identify(this), reads: describe(this), isConnected: this.isConnected }; }';
  const asked = { objectId: object.objectId as string, functionDeclaration, returnByValue: true };
  const { result } = await session.send('Runtime.callFunctionOn', asked);
  return result.value as Oracle;
};

/** Nodes that were collected as garbage, or belonged to a document that is gone, cannot be asked. */
const askIfThere = (session: CdpSession, backendNodeId: number): Promise<Oracle | undefined> =>
  ask(session, backendNodeId).catch(() => undefined);

interface Issued {
  readonly ref: number;
  readonly identity: NodeIdentity;
  readonly oracle: Oracle;
}

/** Loads the page with a frame of another site, which has the same content. */
const load = (page: OpenPage): Promise<void> => page.load(mutatingPage(page.foreign(mutatingPage(''))), 1);

const sessionOf = (page: OpenPage, frameId: string): CdpSession | undefined =>
  page.surface.frames().find((frame) => frame.frameId === frameId)?.session;

const issue = async (page: OpenPage, observer: Observer): Promise<readonly Issued[]> => {
  await snapshot(observer, page.surface, { budgetTokens: 50_000 });
  const look = await observer.look(page.surface);
  const asked = look.placed.map(async (placed): Promise<Issued | undefined> => {
    const { identity, role } = placed.element;
    const reference = observer.book.current(placed);
    const session = sessionOf(page, identity.frameId);
    if (!reference || !session || role === 'iframe') return undefined;
    return { ref: reference.ref, identity, oracle: await ask(session, identity.backendNodeId) };
  });
  return (await Promise.all(asked)).filter((one) => one !== undefined);
};

describe.skipIf(lacksBrowser)('references on a page that changes', () => {
  it('resolves to the element that was shown, or fails with the true reason', async () => {
    const page = await browser.openPage();
    const observer = new Observer();
    await load(page);
    const counts = { resolved: 0, lost: new Map<string, number>() };
    const problems: string[] = [];
    const rounds = repetitions({ atLeast: 40, full: 2000 });
    const everIssued = new Map<number, string>();
    for (let round = 1; round <= rounds; round += 1) {
      const issued = await issue(page, observer);
      for (const { ref, identity, oracle } of issued) {
        // A number means one thing forever, also in later snapshots.
        const meaning = `${identity.frameId} ${identity.loaderId} ${oracle.stands}`;
        const before = everIssued.get(ref);
        if (before !== undefined && before !== meaning) problems.push(`${ref} was ${before}, is ${meaning}`);
        everIssued.set(ref, meaning);
      }
      const reloads = round % 20 === 0;
      if (reloads) await load(page);
      const made: string[] = [];
      for (const { session } of page.surface.frames()) {
        made.push(...(await page.evaluate<string[]>(`mutate(${round * 7919}, ${1 + (round % 3)})`, session)));
      }
      const look = await observer.look(page.surface);
      const check = async ({ ref, identity, oracle }: Issued): Promise<string | undefined> => {
        const session = sessionOf(page, identity.frameId);
        const now = session && !reloads ? await askIfThere(session, identity.backendNodeId) : undefined;
        try {
          const { node } = resolveReference(observer.book, ref, look, look.placed);
          counts.resolved += 1;
          if (node.backendNodeId !== identity.backendNodeId) return 'resolved to another node';
          return now?.stands === oracle.stands ? undefined : `stood for ${oracle.stands}, stands for ${now?.stands}`;
        } catch (error) {
          if (!(error instanceof ReferenceLostError)) throw error;
          counts.lost.set(error.reason, (counts.lost.get(error.reason) ?? 0) + 1);
          return untruth(error, { now, oracle, reloads });
        }
      };
      const found = await Promise.all(issued.map(check));
      for (const [at, problem] of found.entries()) {
        if (problem !== undefined) problems.push(`round ${round}, ${made.join()}: ref ${issued[at]?.ref} ${problem}`);
      }
    }
    expect(problems).toEqual([]);
    expect(counts.resolved).toBeGreaterThan(rounds * 10);
    expect([...counts.lost.keys()].toSorted()).toEqual(['changed', 'reloaded', 'removed', 'replaced']);
    await page.close();
  }, 3_600_000);
});

/** Why the reason of a loss is not true, by what the page knows; undefined if it is true. */
const untruth = (
  { reason, similar, ref }: ReferenceLostError,
  { now, oracle, reloads }: { now: Oracle | undefined; oracle: Oracle; reloads: boolean },
): string | undefined => {
  if (similar.some((one) => one.ref === ref)) return 'is among its own alternatives';
  if (reloads) {
    return reason === 'reloaded' || reason === 'removed' ? undefined : `is ${reason} after a load`;
  }
  if (reason === 'reloaded' || reason === 'never_seen') return `is ${reason} without a load`;
  if (reason === 'changed') {
    return now?.isConnected && now.reads !== oracle.reads ? undefined : 'is changed, but reads the same';
  }
  return now?.isConnected ? `is ${reason}, but in its document` : undefined;
};
