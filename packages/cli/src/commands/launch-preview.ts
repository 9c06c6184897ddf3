import { once } from 'node:events';
import type { Preview } from '@recourse/server-launch';
import { exitCodes } from '../command.ts';
import type { Io, Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { withShowing } from '../launch/with-showing.ts';
import { parseArguments } from '../parse-arguments.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';
import { visible } from '../terminal/visible.ts';

/** Runs `recourse launch preview`. */
export const run: Run = (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, { ...stateOptions, port: { type: 'string' } });
  const run_id = onlyName(positionals, 'run');
  const port = portOf(values.port);
  const { json } = values;
  return withShowing(io, values, async (showing, signal) => {
    const preview = await showing.preview(run_id, { port, signal });
    if (!preview.ok) {
      if (json) io.out(JSON.stringify({ ok: false, run_id, lines: preview.lines }, null, 2));
      io.err(['hugo cannot build the site:', ...preview.lines.map((line) => `  ${visible(line)}`)].join('\n'));
      return exitCodes.findings;
    }
    try {
      tell(run_id, preview, json, io);
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      await preview.close();
    }
    return exitCodes.clean;
  });
};

const tell = (run_id: string, preview: Preview & { readonly ok: true }, json: boolean, io: Io): void => {
  const { url, index, pages, counts } = preview;
  if (json) return io.out(JSON.stringify({ run_id, url, index, pages, ...counts }, null, 2));
  const { sentences, matched, hidden } = counts;
  io.out(`The site is at ${url}`);
  io.out(`All pages of the run: ${index}`);
  io.out(
    `Pages: ${pages}. Sentences found on them: ${matched} of ${sentences - hidden}. In front matter only: ${hidden}.`,
  );
  io.out('Press Ctrl-C to stop.');
};

const portOf = (text: string | undefined): number => {
  if (text === undefined) return 0;
  if (!/^\d{1,5}$/u.test(text) || Number(text) > 65_535) {
    throw new UsageError(`--port must be a whole number from 0 to 65535, not '${text.slice(0, 20)}'.`);
  }
  return Number(text);
};
