import { describe, expect, it } from 'vitest';
import { openSampleSyntax } from './sample-syntax.ts';

describe('openSampleSyntax', () => {
  it.each([
    ['python', 'import mail\nmail.send("ada")\n'],
    ['python', 'def send(to, *, retry: bool = True) -> None'],
    ['python', '@property\ndef first(self) -> str'],
    ['python', 'class Queue(Base):\n    def __init__(\n        self,\n        size=3,\n    )'],
    ['python', 'def get(key: str) -> str\ndef get(key: int) -> int'],
    ['python', 'class A'],
    ['python', '>>> 1 + 1\n2\n>>> for x in y:\n...     print(x)\nanything at all ((\n'],
    ['go', 'package main\n\nfunc main() {}\n'],
    ['go', 'id, err := uuid.NewRandom()\nif err != nil {\n\tpanic(err)\n}\n'],
    ['go', 'func (uuid UUID) String() string'],
    ['go', 'const (\n\tA = iota\n\tB\n)'],
  ] as const)('accepts %s: %j', async (language, code) => {
    expect((await openSampleSyntax(language))(code)).toBeUndefined();
  });

  it.each([
    ['python', 'x = 1\nprint("a"\n', 2],
    ['python', 'def f(:\n    pass\n', 1],
    ['python', 'if x\n    y()\n', 1],
    ['go', 'package main\n\nfunc main( {\n}\n', 3],
    ['go', 'x := := 1\n', 1],
  ] as const)('rejects %s: %j', async (language, code, line) => {
    expect((await openSampleSyntax(language))(code)).toBe(line);
  });

  it('reads hostile samples in bounded time', async () => {
    for (const language of ['python', 'go'] as const) {
      const find = await openSampleSyntax(language);
      for (const part of ['(', 'a(', '"', 'f"{', '<-', 'x if y else ']) find(part.repeat(400));
    }
  });
});
