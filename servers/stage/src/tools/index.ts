import type { Tool } from '@recourse/engine';
import { routeByOperationType } from '../content/route-by-operation-type.ts';
import type { ProfileName } from '../settings.ts';
import { createAttach } from './attach.ts';
import { createConsoleLogs } from './console-logs.ts';
import { createDetach } from './detach.ts';
import { createDiscoverRunning } from './discover-running.ts';
import { createDoctor } from './doctor.ts';
import { createEvalMain } from './eval-main.ts';
import { createEvalRenderer } from './eval-renderer.ts';
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
import { createInfo } from './info.ts';
import { createInject } from './inject.ts';
import { createLaunch } from './launch.ts';
import { offer } from './offer.ts';
import type { Offer, ToolRow } from './offer.ts';
import { createOpenPage } from './open-page.ts';
import { createScreenshot } from './screenshot.ts';
import { createSnapshot } from './snapshot.ts';
import { createStatus } from './status.ts';
import { createStop } from './stop.ts';
import { suggestNext } from './suggest-next.ts';
import { createSurfacesList } from './surfaces-list.ts';
import { createSwitchSurface } from './switch-surface.ts';
import { actionTools } from './action-tools.ts';
import { createSwitchWindow } from './switch-window.ts';
import type { Toolbox } from './toolbox.ts';
import { createWindowsList } from './windows-list.ts';

const everywhere: readonly ProfileName[] = ['essential', 'testing', 'debug'];
const working: readonly ProfileName[] = ['testing', 'debug'];

/** The tools of the stage: sessions first, then windows, reading and acting. */
const rows: readonly ToolRow[] = [
  { create: createLaunch, profiles: everywhere, needs: 'launch' },
  { create: createOpenPage, profiles: everywhere, needs: 'pages' },
  { create: createAttach, profiles: working, needs: 'attach' },
  { create: createInject, profiles: ['debug'], needs: 'attach' },
  { create: createDetach, profiles: working },
  { create: createStop, profiles: everywhere },
  { create: createForceKill, profiles: ['debug'] },
  { create: createDiscoverRunning, profiles: ['debug'], needs: 'attach' },
  { create: createStatus, profiles: everywhere },
  { create: createInfo, profiles: everywhere },
  { create: createDoctor, profiles: ['debug'] },
  { create: createWindowsList, profiles: working },
  { create: createSwitchWindow, profiles: working },
  { create: createSurfacesList, profiles: everywhere },
  { create: createSwitchSurface, profiles: everywhere },
  { create: createConsoleLogs, profiles: working },
  { create: createSnapshot, profiles: everywhere },
  { create: createScreenshot, profiles: working },
  { create: createFind, profiles: everywhere },
  { create: createElementsList, profiles: working },
  { create: createExists, profiles: everywhere },
  { create: createGetText, profiles: everywhere },
  { create: createGetValue, profiles: everywhere },
  { create: createGetAttribute, profiles: working },
  { create: createGetBbox, profiles: working },
  { create: createGetComputedStyle, profiles: working },
  { create: createGetState, profiles: everywhere },
  { create: createFocusedElement, profiles: working },
  ...actionTools,
  // An operator who allows code by name gets it in every profile.
  { create: createEvalMain, profiles: everywhere, needs: 'eval-main' },
  { create: createEvalRenderer, profiles: everywhere, needs: 'eval-renderer' },
];

/** The tools that the operator's settings offer. More tools pass the same checks as those of the stage. */
export const offerTools = (toolbox: Toolbox, more: readonly Tool[] = []): Offer => {
  const { tools: selected, withhold } = offer(rows, toolbox);
  const tools = [...selected, ...more];
  const suggest = suggestNext(new Set(tools.map(({ name }) => name)));
  return { tools: tools.map(routeByOperationType).map(suggest), withhold };
};

/** The tools alone, for tests that assemble a server of their own. */
export const createTools = (toolbox: Toolbox): readonly Tool[] => offerTools(toolbox).tools;
