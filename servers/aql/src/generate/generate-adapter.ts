import { readDocument } from './document/read-document.ts';
import { validateDocument } from './document/validate-document.ts';
import type { Selection } from './operations/collect.ts';
import type { GenerateReport } from './report/report.ts';
import { writeAdapter } from './write-adapter.ts';

export interface GenerateOptions extends Selection {
  /** Of the adapter; by the title of the document where it is missing. */
  readonly name?: string;
  /** Of the adapter; the document's own where it is missing. */
  readonly description?: string;
  readonly baseUrl?: string;
  /** Sign with the bearer token of this environment variable, whatever the document says. */
  readonly bearer?: string;
  /** A line for the documentation: where the document is from, under which licence. */
  readonly credit?: string;
  /** Told what is being done, where it may take seconds. */
  readonly onProgress?: (step: string) => void;
}

/** An adapter file, and what became of the document. */
export interface GeneratedAdapter {
  readonly name: string;
  readonly text: string;
  readonly report: GenerateReport;
}

/** Turns the text of an OpenAPI document (3.0 or 3.1, JSON or YAML) into an adapter file. Same text, same bytes. */
export const generateAdapter = async (text: string, options: GenerateOptions = {}): Promise<GeneratedAdapter> => {
  options.onProgress?.('reading the document');
  const document = readDocument(text);
  options.onProgress?.('checking it against the specification');
  const oddities = await validateDocument(document, text);
  options.onProgress?.('writing the adapter');
  return writeAdapter(document, oddities, options);
};
