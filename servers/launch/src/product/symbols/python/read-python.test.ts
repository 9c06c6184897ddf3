import { describe, expect, it } from 'vitest';
import { readPython } from './read-python.ts';

const read = (files: Readonly<Record<string, string>>, packages: readonly string[] = []) =>
  readPython({ language: 'python', files: new Map(Object.entries(files)), name: 'mail', entries: [], packages });
const brief = async (...given: Parameters<typeof read>) =>
  (await read(...given)).map(({ name, kind, module }) => [name, kind, module]);

const byName = ([a = '']: readonly (string | undefined)[], [b = '']: readonly (string | undefined)[]): number =>
  a < b ? -1 : 1;

describe('readPython', () => {
  it('reads public functions, classes, methods and constants with their docstrings', async () => {
    const text = `"""
Mail for all.

def not_this(): pass
"""
LIMIT = 5
_HIDDEN = 6

def send(to, *, retry: bool = True) -> None:  # noqa
    """Send a mail.

    :param to: Who gets it.
    :returns: Nothing.
    """

class Queue(Base):
    """A queue.

    >>> Queue().size
    0
    """
    def __init__(self, size=3):
        self.size = size
    def push(self, item):
        def inner(): pass
    @property
    def first(self) -> str:
        'The first item.'
    def _hidden(self): pass

def _private(): pass
async def fetch(
    url,
): ...
`;
    const symbols = await read({ 'a.py': text });
    expect(symbols.map(({ name, kind, signature }) => [name, kind, signature])).toEqual([
      ['a', 'module', 'import a'],
      ['LIMIT', 'constant', 'LIMIT = 5'],
      ['send', 'function', 'def send(to, *, retry: bool = True) -> None'],
      ['Queue', 'class', 'class Queue(Base):\n    def __init__(self, size=3)'],
      ['Queue.push', 'method', 'def push(self, item)'],
      ['Queue.first', 'property', '@property\ndef first(self) -> str'],
      ['fetch', 'function', 'async def fetch(\n    url,\n)'],
    ]);
    expect(symbols[2]).toMatchObject({
      doc: 'Send a mail.\n\n- `to`: Who gets it.\n\nReturns: Nothing.',
      source: { start_line: 9, end_line: 9 },
      doc_source: { start_line: 10, end_line: 14 },
    });
    expect(symbols[3]?.doc).toBe('A queue.\n\n\n```pycon\n>>> Queue().size\n0\n```');
  });

  it('shows the fields of data classes and enumerations, and the overloads of a function', async () => {
    const text = `from dataclasses import dataclass
from typing import overload
@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0
class Color(Enum):
    RED = 1
@overload
def get(key: str) -> str: ...
@overload
def get(key: int) -> int: ...
def get(key): return key
`;
    expect((await read({ 'a.py': text })).map(({ name, signature }) => [name, signature])).toEqual([
      ['Point', '@dataclass(frozen=True)\nclass Point:\n    x: int\n    y: int = 0'],
      ['Color', 'class Color(Enum):\n    RED = 1'],
      ['get', 'def get(key: str) -> str\ndef get(key: int) -> int'],
    ]);
  });

  it('respects __all__, even if it is extended later', async () => {
    const text = '__all__ = ["a"]\n__all__ += ("_c",)\ndef a(): pass\ndef b(): pass\ndef _c(): pass\n';
    expect(await brief({ 'm.py': text })).toEqual([
      ['a', 'function', 'm'],
      ['_c', 'function', 'm'],
    ]);
  });

  it('shows names of private modules under the package that offers them', async () => {
    const files = {
      'src/mail/__init__.py': 'from ._impl import Sender, hidden as send\nfrom .queue import Queue\nimport os\n',
      'src/mail/_impl.py': 'class Sender:\n    def go(self): pass\ndef hidden(): pass\ndef other(): pass\n',
      'src/mail/queue.py': 'class Queue: pass\ndef drain(): pass\n',
    };
    expect((await brief(files)).toSorted(byName)).toEqual([
      ['Queue', 'class', 'mail'],
      ['Sender', 'class', 'mail'],
      ['Sender.go', 'method', 'mail'],
      ['drain', 'function', 'mail.queue'],
      ['send', 'function', 'mail'],
    ]);
  });

  it('ignores packages that the product does not publish', async () => {
    const files = {
      'lib/mail/__init__.py': 'def a(): pass\n',
      'lib/vendored/__init__.py': 'def b(): pass\n',
      'run.py': 'def c(): pass\n',
    };
    expect(await brief(files)).toEqual([['a', 'function', 'mail']]);
    expect(await brief(files, ['vendored'])).toEqual([['b', 'function', 'vendored']]);
  });

  it('reads definitions in conditions, and nothing of a program part', async () => {
    const text = `try:
    from fast import walk
except ImportError:
    def walk(): pass
if sys.platform == "win32":
    def mark(): pass
if __name__ == "__main__":
    def run(): pass
`;
    expect(await brief({ 'a.py': text })).toEqual([
      ['walk', 'function', 'a'],
      ['mark', 'function', 'a'],
    ]);
  });

  it('survives code that cannot be parsed, and code that would take long', async () => {
    for (const part of ['(', '[', 'def f(', '"""', 'class A:\n ', 'x if y else ', '@a\n', 'f"{'])
      await read({ 'a.py': part.repeat(5000) });
    expect(await brief({ 'a.py': 'def f(:\n\ndef g(): pass\n' })).toContainEqual(['g', 'function', 'a']);
  });
});
