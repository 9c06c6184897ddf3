/** The audience of a block and its priority. */
export type BlockAnnotations = {
  audience?: ('user' | 'assistant')[];
  priority?: number;
  lastModified?: string;
};

type Annotated = { annotations?: BlockAnnotations };

/** The contents of a document: text, or bytes in base64. */
export type DocumentContents = { uri: string; mimeType?: string } & ({ text: string } | { blob: string });

/** One block of a tool's result or of a prompt, as MCP writes it. */
export type ContentBlock = Annotated &
  (
    | { type: 'text'; text: string }
    | { type: 'image'; data: string; mimeType: string }
    | { type: 'audio'; data: string; mimeType: string }
    | { type: 'resource'; resource: DocumentContents }
    | { type: 'resource_link'; uri: string; name: string; title?: string; description?: string; mimeType?: string }
  );
