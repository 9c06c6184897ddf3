/** Closes a test run with one plain line, so that a person or a CI log can be searched for the counts. */
// oxlint-disable-next-line import/no-default-export -- vitest loads a reporter by its default export
export default class CountReporter {
  onTestRunEnd(modules) {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      // A file that fails before its first test has none to count, and must not look like success.
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) count.failed += 1;
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    console.log(`\n${count.passed} passed, ${count.failed} failed${skipped}`);
  }
}
