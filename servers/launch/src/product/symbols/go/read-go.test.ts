import { describe, expect, it } from 'vitest';
import { isBuilt } from './build-tags.ts';
import { readGo } from './read-go.ts';

const read = (files: Readonly<Record<string, string>>) =>
  readGo({
    language: 'go',
    files: new Map(Object.entries(files)),
    name: 'example.com/mail',
    entries: [],
    packages: [],
  });
const brief = async (files: Readonly<Record<string, string>>) =>
  (await read(files)).map(({ name, kind, signature }) => [name, kind, signature]);

describe('readGo', () => {
  it('reads exported names with their comments', async () => {
    const text = `// Package mail sends mail.
package mail

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
//go:generate stringer
type Queue struct {
	Size int // the number of items
}

// List is generic.
type List[T any] []T

// Len counts.
func (l List[T]) Len() int { return len(l) }
`;
    const symbols = await read({ 'mail.go': text });
    expect(symbols.map(({ name, kind, signature }) => [name, kind, signature])).toEqual([
      ['example.com/mail', 'module', 'import "example.com/mail"'],
      ['Send', 'function', 'func Send(to string, f func(a int) error) (int, error)'],
      ['Queue.Push', 'method', 'func (q *Queue) Push(item interface{})'],
      ['Queue', 'type', 'type Queue struct {\n\tSize int // the number of items\n}'],
      ['List', 'type', 'type List[T any] []T'],
      ['List.Len', 'method', 'func (l List[T]) Len() int'],
    ]);
    expect(symbols[1]).toMatchObject({
      doc: 'Send sends a mail.\n\n    Send("ada")',
      source: { path: 'mail.go', start_line: 7, end_line: 7 },
      doc_source: { start_line: 4, end_line: 6 },
    });
    expect(symbols[3]?.doc).toBe('Queue is a queue.');
  });

  it('shows values that are declared together as one', async () => {
    const text = `package mail

// Levels of a mail.
const (
	Low  = iota // not urgent
	High
	hidden
)

const Max = 5 // the largest

var (
	a = 1
	// Default is used without another.
	Default = 2
)

// A, B are both.
var A, B int
`;
    const group = 'const (\n\tLow  = iota // not urgent\n\tHigh\n\thidden\n)';
    const symbols = await read({ 'mail.go': text });
    expect(symbols.map(({ name, signature, doc }) => [name, signature, doc])).toEqual([
      ['Low', group, 'Levels of a mail.'],
      ['High', group, 'Levels of a mail.'],
      ['Max', 'const Max = 5 // the largest', ''],
      ['Default', 'var Default = 2', 'Default is used without another.'],
      ['A', 'var A, B int', 'A, B are both.'],
      ['B', 'var A, B int', 'A, B are both.'],
    ]);
    expect(symbols[0]?.source).toEqual({ path: 'mail.go', start_line: 4, end_line: 8 });
  });

  it('ignores commands, tests, internal packages and files of other platforms', async () => {
    const body = 'func A() {}\n';
    const files = {
      'cli/main.go': `package main\n${body}`,
      'a_test.go': `package mail\n${body}`,
      'internal/x/x.go': `package x\n${body}`,
      'a_windows.go': `package mail\n${body}`,
      'a_js.go': `package mail\n${body}`,
      'tagged.go': `//go:build ignore\n\npackage mail\n${body}`,
      'sub/sub.go': `package sub\n${body}`,
    };
    expect((await read(files)).map(({ name, module }) => [name, module])).toEqual([['A', 'example.com/mail/sub']]);
  });

  it('survives code that cannot be parsed', async () => {
    for (const part of ['(', 'a(', 'func(', '"', '{', 'type A struct {']) await read({ 'a.go': part.repeat(2000) });
    expect(await brief({ 'a.go': 'package a\n\nvar x = = 1\n\nfunc B() {}\n' })).toContainEqual([
      'B',
      'function',
      'func B()',
    ]);
  });
});

describe('isBuilt', () => {
  it.each([
    ['a.go', '', true],
    ['a_linux.go', '', true],
    ['a_windows_amd64.go', '', false],
    ['windows.go', '', true],
    ['a.go', '//go:build linux && (amd64 || arm64)\n\n', true],
    ['a.go', '//go:build !linux\n\n', false],
    ['a.go', '// +build js\n\n', false],
    ['a.go', '// +build !js darwin\n\n', true],
    ['a.go', '//go:build go1.18 && !race\n\n', true],
  ])('decides %s with %j: %s', (path, head, built) => expect(isBuilt(path, `${head}package a\n`)).toBe(built));
});
