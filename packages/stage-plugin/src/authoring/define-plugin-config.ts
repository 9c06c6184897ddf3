import type { z } from 'zod';

/** The operator's configuration of a plugin. `value` can be read once the plugin has started. */
export interface PluginConfig<Schema extends z.ZodObject = z.ZodObject> {
  readonly schema: Schema;
  readonly value: z.output<Schema>;
}

const values = new WeakMap<PluginConfig, unknown>();

/** Declares the configuration of a plugin. */
export const definePluginConfig = <Schema extends z.ZodObject>(schema: Schema): PluginConfig<Schema> => ({
  schema,
  get value(): z.output<Schema> {
    if (!values.has(this)) throw new Error('The configuration is not available until the plugin has started');
    return values.get(this) as z.output<Schema>;
  },
});

/** Checks the operator's configuration and makes it readable. Returns the problems; none if it was accepted. */
export const acceptConfig = (config: PluginConfig, given: unknown): readonly string[] => {
  const parsed = config.schema.safeParse(given);
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => `${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`);
  values.set(config, parsed.data);
  return [];
};
