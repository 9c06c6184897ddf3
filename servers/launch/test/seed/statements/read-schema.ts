import type { Linked } from '@recourse/testkit';

/** Reads one of the schemas that the server publishes as resources. */
export const readSchema = async ({ client }: Linked, name: string): Promise<object> => {
  const { contents } = await client.readResource({ uri: `resource://schema/${name}` });
  const [content] = contents;
  if (!content || !('text' in content)) throw new Error(`resource://schema/${name} is not text`);
  return JSON.parse(content.text) as object;
};
