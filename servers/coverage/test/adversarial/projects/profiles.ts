const record = (...lines: readonly string[]): string => ['SF:src/math.js', ...lines, 'end_of_record', ''].join('\n');
const cobertura = (body: string, head = ''): string =>
  `<?xml version="1.0"?>\n${head}<coverage line-rate="1"><packages><package name="p"><classes>${body}</classes></package></packages></coverage>\n`;
const classOf = (line: string): string => `<class name="m" filename="src/math.js"><lines>${line}</lines></class>`;
const istanbul = (more: object): string =>
  JSON.stringify({
    'src/math.js': {
      path: 'src/math.js',
      statementMap: { 0: { start: { line: 2, column: 2 }, end: { line: 2, column: 15 } } },
      fnMap: {},
      branchMap: {},
      s: { 0: 1 },
      f: {},
      b: {},
      ...more,
    },
  });

/** Profiles that lie or explode, and files that are not profiles. */
export const profiles: Readonly<Record<string, string>> = {
  'bad/negative.info': record('DA:1,-5'),
  'bad/more-than-found.info': record('DA:1,1', 'LF:1', 'LH:900'),
  'bad/words.info': record('DA:one,two'),
  'bad/huge-line.info': record('DA:999999999999,1'),
  'bad/exponent.info': record('DA:1,1e999'),
  'bad/line-zero.info': record('DA:0,1'),
  'bad/cut.info': 'SF:src/math.js\nDA:1,1\n',
  'bad/no-file.info': 'DA:1,1\nend_of_record\n',
  'bad/file-in-file.info': 'SF:src/math.js\nSF:src/a b.js\nDA:1,1\nend_of_record\n',
  'bad/hidden.info': record('DA:1\u202E,1'),
  'bad/empty.info': '',
  'bad/blank.info': '\n\n\n',
  'bad/binary.info': '\u0000\u0001\u0002\u0003',
  'bad/long-line.info': `SF:${'a'.repeat(1_100_000)}\nDA:1,1\nend_of_record\n`,
  'bad/shell.txt': '#!/bin/sh\ntouch ../outside/escaped\n',
  'bad/entities.xml': cobertura(
    classOf('<line number="1" hits="&b;"/>'),
    '<!DOCTYPE c [<!ENTITY a "1"><!ENTITY b "&a;&a;&a;">]>\n',
  ),
  'bad/external.xml': cobertura(
    classOf('<line number="1" hits="1"/>&x;'),
    '<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n',
  ),
  'bad/laughs.xml': cobertura(
    '',
    `<!DOCTYPE c [<!ENTITY l0 "ha">${Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')}]>\n`,
  ),
  'bad/negative.xml': cobertura(classOf('<line number="1" hits="-1"/>')),
  'bad/words.xml': cobertura(classOf('<line number="x" hits="y"/>')),
  'bad/unclosed.xml': '<?xml version="1.0"?>\n<coverage><packages>',
  'bad/deep.xml': `<coverage>${'<a>'.repeat(500)}${'</a>'.repeat(500)}</coverage>`,
  'bad/attributes.xml': `<coverage ${Array.from({ length: 500 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
  'bad/page.xml': '<html><body>Not found</body></html>\n',
  'bad/negative.out': 'mode: set\nexample.com/made/a.go:1.1,2.2 1 -1\n',
  'bad/words.out': 'mode: set\nnothing of the kind\n',
  'bad/mode.out': 'mode: evil\nexample.com/made/a.go:1.1,2.2 1 1\n',
  'bad/backwards.out': 'mode: set\nexample.com/made/a.go:9.1,2.2 1 1\n',
  'bad/negative.json': istanbul({ s: { 0: -1 } }),
  'bad/words.json': istanbul({ s: { 0: 'many' } }),
  'bad/backwards.json': istanbul({ statementMap: { 0: { start: { line: -2 }, end: { line: 1 } } } }),
  'bad/proto.json': '{"__proto__":{"path":"src/math.js"}}',
  'bad/cut.json': '{"src/math.js":{"path":',
  'bad/list.json': '[1,2,3]',
  'bad/deep.json': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
};

const thousand = Array.from({ length: 1000 }, (_, at) => `DA:${at + 1},1`);
const fileOf = (name: string, ...lines: readonly string[]): string =>
  ['SF:' + name, ...lines, 'end_of_record', ''].join('\n');
const honest = record('DA:1,1', 'DA:2,0');

/** Well-formed profiles that no test run made. */
export const fakeProfiles: Readonly<Record<string, string>> = {
  'fake/missing.info': fileOf('src/none.js', ...thousand),
  'fake/thousand.info': record(...thousand),
  'fake/padded.info': honest + fileOf('src/pad.js', ...thousand),
  'fake/truthful.info': honest,
  'fake/repeated.info': honest.repeat(20),
  'fake/around.info': fileOf('src/../src/math.js', 'DA:1,1') + fileOf('../outside/x.js', ...thousand),
  'fake/case.info': fileOf('SRC/MATH.JS', ...thousand) + honest,
  'fake/link.info': fileOf('link-out/secret.info', ...thousand) + honest,
  'fake/git.info': fileOf('.git/config', ...thousand) + honest,
  'fake/cobertura.xml': cobertura(classOf('<line number="1" hits="1"/><line number="2" hits="1"/>')),
  'fake/istanbul.json': istanbul({}),
  'fake/go.out': 'mode: set\n./src/math.js:1.1,900.2 1 1\n',
  '.cover/coverage.out': record(...thousand),
  '.cover/run/node-test/0abcdefgh-abcdef-1-0123abcd/lcov.info': record(...thousand),
  '.cover/run/node-test/0abcdefgh-abcdef-1-0123abcd/scope.json': '{"digest":"sha256:x","skipped":[]}\n',
};

/** Profiles as the tools write them. */
export const honestProfiles: Readonly<Record<string, string>> = {
  'good/plain.info': record('DA:1,1', 'DA:2,0', 'LF:2', 'LH:1'),
  'good/branches.info': record(
    'FN:1,add',
    'FNDA:1,add',
    'DA:1,1',
    'DA:2,3',
    'BRDA:2,0,0,1',
    'BRDA:2,0,1,-',
    'BRF:2',
    'BRH:1',
  ),
  'good/windows.info': record('DA:1,1', 'DA:2,1').replaceAll('\n', '\r\n'),
  'good/test-name.info': `TN:\n${record('DA:1,1,abcdef')}`,
  'good/space.info': record('DA:1,1').replace('src/math.js', 'src/a b.js'),
  'good/with spaces.info': record('DA:1,1'),
  'good/[id].info': record('DA:1,1'),
  'good/ünïcode-日本語.info': record('DA:1,1'),
  'good/@scope/x.info': record('DA:1,1'),
  'good/cobertura.xml': cobertura(classOf('<line number="1" hits="1"/><line number="2" hits="0"/>')),
  'good/doctype.xml': cobertura(
    classOf('<line number="1" hits="1"/>'),
    '<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">\n',
  ),
  'good/istanbul.json': istanbul({}),
};
