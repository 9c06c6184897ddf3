import type { PluginCapability, ToolRow } from '@recourse/stage-plugin/wire';
import type { StageCode } from '@recourse/contract/registries';
import { lookErrors, targetErrors } from '../../tools/reading.ts';

/** The codes of the stage that a request of each capability can end in, besides those of every session. */
const errorsOfCapability: { readonly [Capability in PluginCapability]?: readonly StageCode[] } = {
  page: ['EVAL_RUNTIME_ERROR'],
  main: ['EVAL_RUNTIME_ERROR', 'TRANSPORT_UNSUPPORTED'],
  elements: targetErrors,
  pictures: [...targetErrors, 'ELEMENT_NOT_VISIBLE', 'SURFACE_UNSUPPORTED'],
  files: ['BAD_ARGUMENT'],
  apps: ['BAD_ARGUMENT', 'ABSOLUTE_PATH_REQUIRED', 'FILE_NOT_FOUND'],
  calls: ['BAD_ARGUMENT'],
};

/** The codes of the stage that a tool of a plugin can answer with. */
export const stageErrorsOf = ({ session, uses }: ToolRow): readonly StageCode[] => [
  ...new Set<StageCode>([
    'PLUGIN_STOPPED',
    ...(session ? lookErrors : []),
    ...uses.flatMap((capability) => errorsOfCapability[capability] ?? []),
  ]),
];
