import { repetitions } from '@recourse/testkit/repetitions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NodeIdentity } from '../src/observe/element.ts';
import { ReferenceLostError } from '../src/references/reference-lost-error.ts';
import { resolveReference } from '../src/references/resolve-reference.ts';
import { observerOf } from '../src/tools/observer-of.ts';
import { hosts, openApp } from './apps/open-app.ts';
import type { OpenApp } from './apps/open-app.ts';

interface Issued {
  readonly ref: number;
  readonly identity: NodeIdentity;
  readonly role: string;
  readonly task: number | null;
}

/** The board's own word for what a node is about; undefined if the node is gone. */
const taskOf = async (app: OpenApp, { backendNodeId }: NodeIdentity): Promise<number | null | undefined> => {
  const { session } = app.surface();
  try {
    const { object } = await session.send('DOM.resolveNode', { backendNodeId });
    const functionDeclaration = 'function () { return this.isConnected ? board.taskOf(this) : undefined; }';
    const asked = { objectId: object.objectId as string, functionDeclaration, returnByValue: true };
    return ((await session.send('Runtime.callFunctionOn', asked)).result as { value?: number | null }).value;
  } catch {
    return undefined;
  }
};

/** The references that a snapshot has just given, with what each is about. */
const issue = async (app: OpenApp): Promise<readonly Issued[]> => {
  const { snapshot } = await app.call<{ snapshot: string }>('electron_snapshot', { budgetTokens: 50_000 });
  const { book } = observerOf(app.sessions.find());
  const refs = [...snapshot.matchAll(/\[(\d+)\]/gu)].map(([, ref]) => Number(ref));
  return Promise.all(
    refs.map(async (ref) => {
      const { identity, shown } = book.find(ref) as NonNullable<ReturnType<typeof book.find>>;
      return { ref, identity, role: shown.role, task: (await taskOf(app, identity)) ?? null };
    }),
  );
};

const titles = ['Review', 'Write report', 'Call Dana', 'Archive'];

const lossOf = (resolve: () => unknown): ReferenceLostError | undefined => {
  try {
    resolve();
    return undefined;
  } catch (error) {
    if (error instanceof ReferenceLostError) return error;
    throw error;
  }
};

/** A change that a person makes on the board, chosen by a number. */
const changeOf = (choice: number, count: number): string => {
  const at = choice % Math.max(1, count);
  const title = JSON.stringify(titles[choice % titles.length]);
  const changes = [
    `add(${title})`,
    `insert(${title})`,
    count > 2 ? `remove(${at})` : `add(${title})`,
    `move(${at}, ${(choice >> 3) % Math.max(1, count)})`,
    `rename(${at}, ${title})`,
    `toggle(${at})`,
    'reverse()',
    'renderAgain()',
  ];
  return changes[choice % changes.length] as string;
};

describe.each(hosts)('references on a task board in %s', (host) => {
  let app: OpenApp;
  beforeAll(async () => {
    app = await openApp(host, 'board/vanilla.html');
  });
  afterAll(() => app.close());

  it.each(['vanilla', 'react', 'vue'])(
    'name the task that was shown, or no task: %s',
    async (framework) => {
      await app.show(`board/${framework}.html`);
      const problems: string[] = [];
      const meanings = new Map<number, number | null>();
      const outcomes = new Set<string>();
      let state = 7;
      const random = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8;
      const rounds = repetitions({ atLeast: 8, full: 150 });
      for (let round = 0; round < rounds; round += 1) {
        const issued = await issue(app);
        for (const { ref, task } of issued) {
          if (meanings.has(ref) && meanings.get(ref) !== task)
            problems.push(`${ref} was about ${meanings.get(ref)}, is about ${task}`);
          meanings.set(ref, task);
        }
        const count = await app.evaluate<number>('board.count()');
        const change = round % 8 === 7 ? 'renderAgain()' : changeOf(random(), count);
        await app.evaluate(`board.${change}`);
        const tasks = await Promise.all(issued.map(({ identity }) => taskOf(app, identity)));
        const observer = observerOf(app.sessions.find());
        const look = await observer.look(app.surface());
        for (const [at, { ref, task, role }] of issued.entries()) {
          const now = tasks[at];
          const lost = lossOf(() => resolveReference(observer.book, ref, look, look.placed));
          const said = `round ${round}, ${change}: ${role} [${ref}] of task ${task}, now ${now}, ${lost?.reason ?? 'resolved'}`;
          outcomes.add(lost?.reason ?? 'resolved');
          if (!lost && now !== task) problems.push(said);
          if (lost && !['removed', 'replaced', 'changed'].includes(lost.reason)) problems.push(said);
          if (lost?.similar.some((one) => one.ref === ref)) problems.push(`${said}, and offered again`);
          if (lost?.reason === 'removed' && now !== undefined) problems.push(said);
        }
      }
      expect(problems).toEqual([]);
      expect([...outcomes]).toEqual(expect.arrayContaining(['resolved', 'changed']));
    },
    600_000,
  );
});
