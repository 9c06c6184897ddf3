type Code = (...given: never[]) => unknown;

/**
 * A function for `evaluate` or `evaluateInMain` that uses other functions: their source is sent along with it, under the
 * names that are given. None of them can use anything else from around it.
 */
export const withFunctions = <Run extends Code>(functions: Readonly<Record<string, Code>>, run: Run): Run => {
  const declared = Object.entries(functions).map(([name, code]) => `const ${name} = ${String(code)};`);
  const source = `(...given) => { ${declared.join('\n')}\nreturn (${String(run)})(...given); }`;
  // It is sent, never called here: this process cannot run text as code.
  return Object.assign((...given: Parameters<Run>) => run(...given), { toString: () => source }) as unknown as Run;
};
