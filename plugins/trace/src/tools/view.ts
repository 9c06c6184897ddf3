import { definePluginTool, StageRefusedError } from '@recourse/stage-plugin';
import type { PluginStage } from '@recourse/stage-plugin';
import { z } from 'zod';
import { nameOf, pictureOf, readTrace, traceName, tracePath, writeFile } from '../artifact/trace-files.ts';
import type { Trace } from '../artifact/step.ts';
import { codes } from '../codes.ts';
import { answering } from '../trace-error.ts';
import { renderPage } from '../viewing/render-page.ts';

/** Each picture is in the page twice: small and large. */
const mostPictureCharacters = 5_000_000;

export const view = definePluginTool({
  name: 'view',
  description:
    'Writes a recording as one self-contained HTML page with its steps, failures and screenshots. Includes up to 5 MB of screenshots: first those of failures, then the earliest.',
  input: z.strictObject({ path: tracePath, out: traceName.optional() }),
  output: z.object({
    path: z.string(),
    source: z.string(),
    calls: z.int(),
    failures: z.int(),
    pictures: z.int(),
    pictures_left_out: z.int(),
    bytes: z.int(),
  }),
  operation: 'command',
  danger: 'reversible',
  idempotent: true,
  session: false,
  uses: ['files'],
  codes,
  errors: ['trace.ARTIFACT_NOT_FOUND', 'trace.ARTIFACT_INVALID', 'trace.ARTIFACT_WRITE_FAILED'],
  run: ({ arguments: { path: source, out = nameOf(source) }, stage: { files } }) =>
    answering(async () => {
      const trace = await readTrace(files, source);
      const { pictures, leftOut } = await readPictures(files, trace);
      const page = renderPage(trace, pictures);
      return {
        path: await writeFile(files, `traces/${out}.html`, page),
        source,
        calls: trace.steps.length,
        failures: trace.steps.filter(({ ok }) => !ok).length,
        pictures: pictures.size,
        pictures_left_out: leftOut,
        bytes: Buffer.byteLength(page),
      };
    }),
});

const readPictures = async (
  files: PluginStage['files'],
  { header, steps }: Trace,
): Promise<{ readonly pictures: ReadonlyMap<string, string>; readonly leftOut: number }> => {
  const pictures = new Map<string, string>();
  const wanted = [...steps.filter(({ ok }) => !ok), ...steps].flatMap(({ picture }) => picture ?? []);
  let characters = 0;
  let leftOut = 0;
  for (const name of new Set(wanted)) {
    try {
      const data = Buffer.from(await files.read(pictureOf(header.name, name))).toString('base64');
      if (characters + data.length > mostPictureCharacters) leftOut += 1;
      else pictures.set(name, data);
      characters += data.length;
    } catch (error) {
      // It was deleted.
      if (!(error instanceof StageRefusedError)) throw error;
      leftOut += 1;
    }
  }
  return { pictures, leftOut };
};
