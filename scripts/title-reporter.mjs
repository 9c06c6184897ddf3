/**
 * Writes the title of every test of a run to the file that RECOURSE_TITLES names, as `vitest list --json` does, so
 * that `scripts/compare-titles.mjs` need not collect them again.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// oxlint-disable-next-line import/no-default-export -- vitest loads a reporter by its default export
export default class TitleReporter {
  #titles = [];

  /** Before the tests run: `list` also counts tests that decide only while they run that they are skipped. */
  onTestModuleCollected(module) {
    for (const test of module.children.allTests()) {
      if (test.result().state !== 'skipped') this.#titles.push({ name: test.fullName, file: module.moduleId });
    }
  }

  onTestRunEnd() {
    const file = process.env['RECOURSE_TITLES'];
    if (file === undefined) return;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(this.#titles));
  }
}
