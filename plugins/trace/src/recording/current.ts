import { fail, TraceError } from '../trace-error.ts';
import type { Recording } from './recording.ts';

/** The recording that runs, and the function that ends its observation. A server has one at a time. */
interface Current {
  readonly recording: Recording;
  readonly stop: () => Promise<void>;
}

let current: Current | undefined;

export const currentRecording = (): Recording | undefined => current?.recording;

export const setCurrent = (next: Current): void => {
  current = next;
};

/** Ends the recording and writes it. Throws NOT_RECORDING. */
export const endCurrent = async (): Promise<{ readonly recording: Recording; readonly path: string }> => {
  if (!current) throw new TraceError(fail('trace.NOT_RECORDING'));
  const { recording, stop } = current;
  await stop();
  const path = await recording.end(new Date().toISOString());
  current = undefined;
  return { recording, path };
};
