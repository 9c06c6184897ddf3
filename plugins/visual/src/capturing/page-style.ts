/** How a page is held still. All of it is CSS in a sheet that is removed again. */
export interface PageStyle {
  readonly masks: readonly string[];
  readonly animations: 'disabled' | 'allow';
  readonly caret: 'hide' | 'initial';
}

const stillAnimations =
  '*,*::before,*::after,*::backdrop{animation:none!important;transition:none!important;scroll-behavior:auto!important}';
const noCaret = '*{caret-color:transparent!important}';
/** The filter makes everything in the element black, whatever it shows. */
const mask = '{filter:brightness(0)!important;background:#000!important;opacity:1!important}';

/** The style sheet for a capture; empty if nothing is changed. The selectors were checked before. */
export const styleFor = ({ masks, animations, caret }: PageStyle): string =>
  [
    ...(animations === 'disabled' ? [stillAnimations] : []),
    ...(caret === 'hide' ? [noCaret] : []),
    ...masks.map((selector) => `:is(${selector})${mask}`),
  ].join('\n');

interface Held {
  recourseSheet?: CSSStyleSheet | undefined;
  recourseTimer?: ReturnType<typeof setTimeout>;
}

/**
 * Applies the sheet to the page and waits until its fonts are there. Runs in the page. The page removes the sheet
 * itself after a while, in case the plugin ends before it does.
 */
export const holdStill = async (style: string, removeAfterMs: number): Promise<void> => {
  const held = globalThis as Held;
  const without = (): void => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== held.recourseSheet);
    held.recourseSheet = undefined;
  };
  clearTimeout(held.recourseTimer);
  without();
  if (style !== '') {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    held.recourseSheet = sheet;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    held.recourseTimer = setTimeout(without, removeAfterMs);
  }
  const patience = new Promise((resolve) => setTimeout(resolve, 3000));
  await Promise.race([document.fonts.ready, patience]);
};

/** Removes the sheet. Runs in the page. */
export const letGo = (): void => {
  const held = globalThis as Held;
  clearTimeout(held.recourseTimer);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== held.recourseSheet);
  held.recourseSheet = undefined;
};

/** Waits in the page. */
export const waitInPage = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
