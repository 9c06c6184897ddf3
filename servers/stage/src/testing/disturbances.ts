import { openOutsideDebugger } from './outside-debugger.ts';
import type { OutsideDebugger } from './outside-debugger.ts';

/** Events that happen to apps while a session uses them. */
export const disturbances: Readonly<Record<string, (pid: number) => Promise<void>>> = {
  reloadsPage: (pid) => withPage(pid, (page) => page.send('Page.reload')),
  opensWindow: (pid) => withDebugger(pid, ({ begin }) => begin('window.open(location.href)')),
  closesNewestWindow: (pid) =>
    withDebugger(pid, async ({ browser }) => {
      const { targetInfos } = await browser.send('Target.getTargets');
      const pages = targetInfos.filter(({ type }) => type === 'page');
      const [newest] = pages;
      if (newest && pages.length > 1) await browser.send('Target.closeTarget', { targetId: newest.targetId });
    }),
  isBusyForAMoment: (pid) =>
    withDebugger(pid, ({ begin }) => begin('const end = Date.now() + 300; while (Date.now() < end);')),
  changesItsDocument: (pid) =>
    withDebugger(pid, ({ begin }) =>
      begin('for (let i = 0; i < 50; i += 1) document.body.append(document.createElement("button"), `text ${i}`)'),
    ),
  asksAQuestion: (pid) => withDebugger(pid, ({ begin }) => begin('confirm("Are you there?")')),
  showsAnAlert: (pid) => withDebugger(pid, ({ begin }) => begin('alert("Something happened")')),
  asksBeforeItLeaves: (pid) =>
    withDebugger(pid, ({ begin }) => begin('onbeforeunload = (event) => event.preventDefault(); location.reload()')),
  crashesRenderer: (pid) => withPage(pid, (page) => page.send('Page.crash', undefined, { timeoutMs: 500 })),
  closesOldestWindow: (pid) => withDebugger(pid, ({ begin }) => begin('window.close()')),
  isKilled: (pid) => Promise.resolve(void process.kill(pid, 'SIGKILL')),
};

const withDebugger = async (pid: number, act: (outside: OutsideDebugger) => Promise<unknown>): Promise<void> => {
  const outside = await openOutsideDebugger(pid, 2000);
  try {
    await act(outside);
  } finally {
    outside.close();
  }
};

const withPage = (pid: number, act: (page: Awaited<ReturnType<OutsideDebugger['page']>>) => Promise<unknown>) =>
  withDebugger(pid, async ({ page }) => act(await page()));
