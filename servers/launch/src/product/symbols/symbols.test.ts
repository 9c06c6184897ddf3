import { describe, expect, it } from 'vitest';
import { readGo } from './go.ts';
import { publicSurface } from './public-surface.ts';
import { readPython } from './python.ts';
import { readTypeScript } from './typescript.ts';

const brief = (symbols: ReturnType<typeof readTypeScript>) =>
  symbols.map(({ name, kind, signature }) => [name, kind, signature]);

describe('readTypeScript', () => {
  it('reads exported declarations without their bodies', () => {
    const text = `/** Adds. */
export async function add(a: number, options: { b: number } = { b: 1 }): Promise<{ sum: number }> {
  return { sum: a };
}
export const limit = 5;
export const twice = (n: number): number => n * 2;
export let first = <T>(items: readonly T[]) => items[0];
export const later = async (ms: number) => {};
export const handle: Handler = (event) => event;
export const table = /* made once */ build({
  a: 1,
});
export type Id = string | { id: string };
export abstract class Queue<T> extends Base {
  readonly size: number = 0;
  private hidden(): void {}
  #secret = 1;
  async push(item: T): Promise<void> {
    if (item) { return; }
  }
}
function local() {}
const text = "export function no() {}";
`;
    expect(brief(readTypeScript('a.ts', text))).toEqual([
      ['add', 'function', 'function add(a: number, options: { b: number } = { b: 1 }): Promise<{ sum: number }>'],
      ['limit', 'constant', 'const limit = 5'],
      ['twice', 'function', 'function twice(n: number): number'],
      ['first', 'function', 'function first<T>(items: readonly T[])'],
      ['later', 'function', 'function later(ms: number)'],
      ['handle', 'constant', 'const handle: Handler'],
      ['table', 'constant', 'const table'],
      ['Id', 'type', 'type Id = string | { id: string }'],
      [
        'Queue',
        'class',
        'abstract class Queue<T> extends Base {\n  readonly size: number;\n  push(item: T): Promise<void>;\n}',
      ],
    ]);
  });

  it('reads comments with their tags as Markdown, and leaves out internal names', () => {
    const text = `/**
 * Waits. See {@link Queue}.
 *
 * @param key Who waits.
 * @param {number} [ms=5] - How long.
 * @returns Nothing.
 */
export function wait(key: string, ms = 5): void {}
/** @internal */
export function hidden(): void {}
`;
    expect(readTypeScript('a.ts', text)).toMatchObject([
      {
        name: 'wait',
        doc: 'Waits. See `Queue`.\n\n- `key`: Who waits.\n- `ms`: How long.\n\nReturns: Nothing.',
        source: { start_line: 8 },
      },
    ]);
  });

  it('reads declaration files that export by a list', () => {
    const text = 'declare function a(): void;\ndeclare class B {\n    c: string;\n}\nexport { a as first, B };\n';
    expect(brief(readTypeScript('a.d.ts', text))).toEqual([
      ['first', 'function', 'function a(): void'],
      ['B', 'class', 'class B {\n    c: string;\n}'],
    ]);
  });
});

describe('publicSurface', () => {
  it('follows re-exports from the entry and renames', () => {
    const text = new Map([
      ['src/index.ts', "export * from './a.js';\nexport { inner as outer } from './b/index.js';\n"],
      ['src/a.ts', 'export const a = 1;\n'],
      ['src/b/index.ts', "export { inner } from './c.js';\nexport * from '../index.js';\n"],
      ['src/b/c.ts', 'export const inner = 1;\nexport const other = 2;\n'],
      ['src/d.ts', 'export const d = 1;\n'],
    ]);
    const symbols = new Map([...text].map(([path, content]) => [path, readTypeScript(path, content)]));
    expect(
      publicSurface('src/index.ts', { text, symbols })
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['a', 'outer']);
  });
});

describe('readPython', () => {
  it('reads public functions, classes and methods with their docstrings', () => {
    const text = `"""
def not_this(): pass
"""
def send(to, *, retry: bool = True) -> None:
    """Send a mail.

    :param to: Who gets it.
    :returns: Nothing.
    """

class Queue(Base):
    """A queue.

    >>> Queue().size
    0
    """
    def push(self, item):
        def inner(): pass
    def _hidden(self): pass

def _private(): pass
async def fetch(
    url,
): ...
`;
    const symbols = readPython('a.py', text);
    expect(symbols.map(({ name, kind }) => [name, kind])).toEqual([
      ['send', 'function'],
      ['Queue', 'class'],
      ['Queue.push', 'method'],
      ['fetch', 'function'],
    ]);
    expect(symbols[0]).toMatchObject({
      signature: 'def send(to, *, retry: bool = True) -> None',
      doc: 'Send a mail.\n\n- `to`: Who gets it.\n\nReturns: Nothing.',
      source: { start_line: 4 },
    });
    expect(symbols[1]?.doc).toBe('A queue.\n\n\n```pycon\n>>> Queue().size\n0\n```');
  });

  it('obeys __all__', () => {
    const text = '__all__ = ["a"]\ndef a(): pass\ndef b(): pass\n';
    expect(readPython('m.py', text).map(({ name }) => name)).toEqual(['a']);
  });
});

describe('readGo', () => {
  it('reads exported names with their comments', () => {
    const text = `package mail

// Send sends a mail.
//
//\tSend("ada")
func Send(to string, f func(a int) error) (int, error) {
	return 0, nil
}
func (q *Queue) Push(item interface{}) { }
func (q *hidden) Push() { }
func local() { }

// Queue is a queue.
type Queue struct {
	Size int
}
`;
    const symbols = readGo('mail/mail.go', text);
    expect(brief(symbols)).toEqual([
      ['Send', 'function', 'func Send(to string, f func(a int) error) (int, error)'],
      ['Queue.Push', 'method', 'func (q *Queue) Push(item interface{})'],
      ['Queue', 'type', 'type Queue struct {\n\tSize int\n}'],
    ]);
    expect(symbols[0]).toMatchObject({ doc: 'Send sends a mail.\n\n    Send("ada")', source: { start_line: 6 } });
    expect(readGo('a.go', 'package main\nfunc A() {}\n')).toEqual([]);
  });
});
