import { readDocument } from './document/read-document.ts';
import { validateDocument } from './document/validate-document.ts';
import type { Selection } from './operations/collect.ts';
import type { GenerateReport } from './report/report.ts';
import { writeAdapter } from './write-adapter.ts';
import type { AdapterFile } from './write-checked.ts';

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

/** The adapter of a document, as one or more files, and a report of what it leaves out. */
export interface GeneratedAdapter extends AdapterFile {
  /** Further files, if the adapter is too large for one. */
  readonly more: readonly AdapterFile[];
  readonly report: GenerateReport;
}

/** Turns the text of an OpenAPI document (3.0 or 3.1, JSON or YAML) into an adapter file. Same text, same bytes. */
export const generateAdapter = async (text: string, options: GenerateOptions = {}): Promise<GeneratedAdapter> => {
  options.onProgress?.('reading the document');
  const document = readDocument(text);
  options.onProgress?.('checking the document against the OpenAPI specification');
  const oddities = await validateDocument(document, text);
  options.onProgress?.('writing the adapter');
  return writeAdapter(document, oddities, options);
};
