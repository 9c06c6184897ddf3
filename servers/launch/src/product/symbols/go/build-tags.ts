/** The platform for which Go documents packages by default. */
const isSet = (tag: string): boolean => ['linux', 'unix', 'amd64', 'gc', 'cgo'].includes(tag) || /^go1\.\d+$/.test(tag);

const systems =
  'aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1 windows zos'.split(
    ' ',
  );
const machines =
  '386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x sparc64 wasm'.split(' ');

/** True if the file belongs to the package on the usual platform: by its name and by its build constraint. */
export const isBuilt = (path: string, text: string): boolean => {
  const [last, before] = (path.split('/').at(-1) ?? '').replace(/\.go$/, '').split('_').slice(1).toReversed();
  const tags = [last, machines.includes(last ?? '') ? before : undefined];
  if (tags.some((tag) => tag !== undefined && [...systems, ...machines].includes(tag) && !isSet(tag))) return false;
  const head = text.slice(0, Math.max(0, text.search(/^package\s/m)));
  const [, constraint] = /^\/\/go:build\s+(.+)$/m.exec(head) ?? [];
  if (constraint !== undefined) return holds(constraint);
  // Each line of the old form is an alternative of conditions, and all lines must hold.
  return [...head.matchAll(/^\/\/ \+build\s+(.+)$/gm)].every(([, line = '']) =>
    line.split(/\s+/).some((option) => option.split(',').every((term) => holds(term))),
  );
};

const mostTokens = 500;

/** Evaluates a build constraint. One that cannot be read holds. */
const holds = (constraint: string): boolean => {
  const tokens = (constraint.match(/&&|\|\||[!()]|[\w.]+/g) ?? []).slice(0, mostTokens);
  let at = 0;
  const term = (): boolean => {
    const token = tokens[at];
    at += 1;
    if (token === '!') return !term();
    if (token !== '(') return token === undefined || isSet(token);
    const inner = either();
    at += 1;
    return inner;
  };
  const both = (): boolean => {
    let result = term();
    while (tokens[at] === '&&') {
      at += 1;
      result = term() && result;
    }
    return result;
  };
  const either = (): boolean => {
    let result = both();
    while (tokens[at] === '||') {
      at += 1;
      result = both() || result;
    }
    return result;
  };
  return either();
};
