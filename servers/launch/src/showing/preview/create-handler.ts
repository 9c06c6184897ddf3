import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { html } from '../html/html.ts';
import { readAsset } from '../html/read-asset.ts';
import { renderReport } from '../report/render-report.ts';
import type { ShownRun } from '../run/shown-run.ts';
import { findFile } from './find-file.ts';
import { findSentences } from './find-sentences.ts';
import { filePolicy, sitePolicy, stylePolicy, typeOf, usualHeaders } from './headers.ts';
import { markSentences } from './mark-sentences.ts';
import { overlayData } from './overlay-data.ts';
import { readHtml } from './preview-page.ts';
import type { PreviewPage } from './preview-page.ts';
import { readRendered } from './read-rendered.ts';
import { renderIndex } from './render-index.ts';

/** A built site that is ready to be served. */
export interface ServedSite {
  readonly run: ShownRun;
  readonly folder: string;
  readonly files: ReadonlySet<string>;
  readonly pages: readonly PreviewPage[];
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Creates the handler of a preview: the site with the overlay, and the pages below `/__launch/`. */
export const createHandler = async ({ run, folder, files, pages }: ServedSite): Promise<Handler> => {
  const style = await readAsset('report.css');
  const [overlay, overlayStyle] = [await readAsset('overlay.js'), await readAsset('overlay.css')];
  const secret = randomBytes(6).toString('hex');
  const names = { text: `launch-${secret}-t`, mark: `launch-${secret}-m` };
  const views = new Map(pages.map((view) => [view.file, view]));
  const own: Readonly<Record<string, () => Promise<Answer>>> = {
    '/__launch/': () => Promise.resolve(page(renderIndex(run, pages, style), stylePolicy(style))),
    // The report carries a stricter policy of its own; the rules of its filter are part of its style.
    '/__launch/report': async () => page(await renderReport(run), "frame-ancestors 'none'"),
    '/__launch/overlay.js': () => Promise.resolve({ ...page(overlay, filePolicy), type: typeOf('.js') }),
  };
  const marked = async (file: string): Promise<Answer | undefined> => {
    const text = await readHtml(path.join(folder, file));
    if (text === undefined) return undefined;
    const view = views.get(file);
    const rendered = readRendered(text);
    const found = findSentences(rendered, view?.page.sentences ?? []);
    const nonce = randomBytes(16).toString('base64');
    const data = overlayData(view, names, overlayStyle);
    const head = html`<script defer nonce="${nonce}" src="/__launch/overlay.js" data-evidence="${data}"></script>`.text;
    return page(markSentences(text, rendered, found, { names, head }), sitePolicy(nonce));
  };
  return async (request, response) => {
    // The host is written out, because `//name` would otherwise name one.
    const { pathname } = new URL(`http://preview${request.url}`);
    const known = own[pathname];
    const target = findFile(pathname, files);
    const isHead = request.method === 'HEAD';
    if (known) return send(response, await known(), isHead);
    if (target.kind === 'moved') return void response.writeHead(302, { ...usualHeaders, location: target.to }).end();
    if (target.kind === 'none' || pathname.startsWith('/__launch/')) return send(response, missing(pathname), isHead);
    const extension = path.extname(target.file);
    const answer = /^\.html?$/iu.test(extension) ? await marked(target.file) : undefined;
    if (answer) return send(response, answer, isHead);
    response.writeHead(200, {
      ...usualHeaders,
      'content-type': typeOf(extension),
      'content-security-policy': filePolicy,
    });
    if (isHead) return void response.end();
    await pipeline(createReadStream(path.join(folder, target.file)), response);
  };
};

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly policy: string;
  readonly type: string;
}

const page = (body: string, policy: string): Answer => ({ status: 200, body, policy, type: typeOf('.html') });

const missing = (pathname: string): Answer => ({
  ...page(
    html`<!doctype html>
      <html lang="en">
        <title>No such page</title>
        <p>
          The site has no page at <bdi>${pathname.slice(0, 200)}</bdi>. <a href="/__launch/">All pages of the run</a>
        </p>
      </html>`.text,
    filePolicy,
  ),
  status: 404,
});

const send = (response: ServerResponse, { status, body, policy, type }: Answer, isHead: boolean): void => {
  response.writeHead(status, { ...usualHeaders, 'content-type': type, 'content-security-policy': policy });
  response.end(isHead ? undefined : body);
};
