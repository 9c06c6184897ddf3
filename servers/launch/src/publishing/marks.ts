/** Marks a commit message with its key and its run, as trailers that git reads. */
export const markMessage = (message: string, { key, run_id }: Marked): string =>
  `${message.trimEnd()}\n\nLaunch-Run: ${run_id}\nLaunch-Key: ${key}\n`;

/** Marks a pull request, where readers do not see it. */
export const markBody = (body: string, { key, run_id }: Marked): string =>
  `${body.trimEnd()}\n\n<!-- launch-run: ${run_id} -->\n<!-- launch-key: ${key} -->\n`;

interface Marked {
  readonly key: string;
  readonly run_id: string;
}

const hasLine = (text: string | null | undefined, line: string): boolean =>
  (text ?? '').split('\n').some((one) => one.trim() === line);

/** Whether a commit was made by a run. */
export const isOfRun = (message: string, run_id: string): boolean => hasLine(message, `Launch-Run: ${run_id}`);

export const bearsKey = (text: string | null | undefined, key: string): boolean =>
  hasLine(text, `Launch-Key: ${key}`) || hasLine(text, `<!-- launch-key: ${key} -->`);

export const bearsRun = (body: string | null | undefined, run_id: string): boolean =>
  hasLine(body, `<!-- launch-run: ${run_id} -->`);
