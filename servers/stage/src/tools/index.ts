import type { Tool } from '@recourse/engine';
import { createAttach } from './attach.ts';
import { createConsoleLogs } from './console-logs.ts';
import { createDetach } from './detach.ts';
import { createDiscoverRunning } from './discover-running.ts';
import { createElementsList } from './elements-list.ts';
import { createExists } from './exists.ts';
import { createFind } from './find.ts';
import { createFocusedElement } from './focused-element.ts';
import { createForceKill } from './force-kill.ts';
import { createGetAttribute } from './get-attribute.ts';
import { createGetBbox } from './get-bbox.ts';
import { createGetComputedStyle } from './get-computed-style.ts';
import { createGetState } from './get-state.ts';
import { createGetText } from './get-text.ts';
import { createGetValue } from './get-value.ts';
import { createLaunch } from './launch.ts';
import { createOpenPage } from './open-page.ts';
import { createSnapshot } from './snapshot.ts';
import { createStatus } from './status.ts';
import { createStop } from './stop.ts';
import { createSurfacesList } from './surfaces-list.ts';
import { createSwitchSurface } from './switch-surface.ts';
import { actionTools } from './action-tools.ts';
import type { Toolbox } from './toolbox.ts';

/** The tools of the stage: sessions first, then windows, reading and acting. */
export const createTools = (toolbox: Toolbox): readonly Tool[] =>
  [
    createLaunch,
    createOpenPage,
    createAttach,
    createDetach,
    createStop,
    createForceKill,
    createDiscoverRunning,
    createStatus,
    createSurfacesList,
    createSwitchSurface,
    createConsoleLogs,
    createSnapshot,
    createFind,
    createElementsList,
    createExists,
    createGetText,
    createGetValue,
    createGetAttribute,
    createGetBbox,
    createGetComputedStyle,
    createGetState,
    createFocusedElement,
    ...actionTools,
  ].map((create) => create(toolbox));
