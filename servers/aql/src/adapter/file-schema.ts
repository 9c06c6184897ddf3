import type { JsonSchema } from '@recourse/contract';

/** Longer contents do not fit into a request of the default size. */
const longestContent = 1_048_576;

/** The argument of a file. The content is part of the call, so it is bounded like every argument. */
export const fileSchema = (description: string | undefined): JsonSchema => ({
  type: 'object',
  description: `${description === undefined ? '' : `${description.replace(/[.\s]+$/, '')}. `}A file: base64 content, or text with content_encoding utf-8.`,
  properties: {
    content: { type: 'string', maxLength: longestContent, description: 'The content of the file.' },
    content_encoding: {
      type: 'string',
      enum: ['base64', 'utf-8'],
      default: 'base64',
      description: 'The encoding of the content: base64 (padded), or utf-8 for text.',
    },
    content_mime_type: {
      type: 'string',
      maxLength: 128,
      pattern: '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$',
      description: 'The media type of the file, such as image/png.',
    },
    file_name: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'The file name to send to the API, without folders.',
    },
  },
  required: ['content'],
  additionalProperties: false,
});

/** The argument of a member that takes its own values or a file. */
export const orFileSchema = (schema: JsonSchema): JsonSchema => {
  const { description, default: _, ...own } = schema;
  const text = typeof description === 'string' ? description : undefined;
  return { description: text ?? 'A value or a file.', anyOf: [own, fileSchema(undefined)] };
};
