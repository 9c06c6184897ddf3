import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sampleSite } from '@recourse/server-launch';
import { createHandler } from '../../../../servers/launch/src/showing/preview/create-handler.ts';
import { listen } from '../../../../servers/launch/src/showing/preview/listen.ts';
import { readPreviewPages } from '../../../../servers/launch/src/showing/preview/preview-page.ts';
import { renderReport } from '../../../../servers/launch/src/showing/report/render-report.ts';
import { sampleRun } from '../../../../servers/launch/src/showing/testing/sample-run.ts';

const run = promisify(execFile);

const write = (folder, files) => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
};

/** A site whose pages may contain any HTML. */
const settings = `baseURL = "https://docs.acme.example/"
title = "Acme"
disableKinds = ["taxonomy", "term", "RSS"]
[markup.goldmark.renderer]
unsafe = true
`;

/**
 * A sample run in a site that hugo builds, and its report.
 *
 * @param {Record<string, string>} more files of the site
 */
export const openSamplePreview = async (more = {}) => {
  const shown = await sampleRun();
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-preview-'));
  const output = path.join(folder, 'public');
  const pages = Object.fromEntries(shown.pages.map(({ path: name, lines }) => [name, lines.join('\n')]));
  write(path.join(folder, 'site'), { ...sampleSite, 'config.toml': settings, ...pages, ...more });
  const listener = await listen(0);
  await run('hugo', ['--quiet', '--destination', output, '--baseURL', listener.url], {
    cwd: path.join(folder, 'site'),
  });
  const files = new Set(
    readdirSync(output, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `/${path.relative(output, path.join(entry.parentPath, entry.name))}`),
  );
  const folders = { contentRoot: 'content', locale: 'en' };
  const site = { files, addresses: new Map(), basePath: '/' };
  const views = await readPreviewPages(shown.pages, { site, folder: output, folders });
  listener.handle(await createHandler({ run: shown, folder: output, files, pages: views }));
  const report = path.join(folder, 'report.html');
  writeFileSync(report, await renderReport(shown));
  return {
    url: listener.url,
    views,
    report: `file://${report}`,
    close: async () => {
      await listener.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
