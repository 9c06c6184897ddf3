import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { expect } from 'vitest';
import { findDebuggerOf } from '../../src/apps/discover.ts';
import { linkStage } from '../../src/testing/linked-stage.ts';
import type { Envelope, LinkedStage } from '../../src/testing/linked-stage.ts';
import { openOutsideDebugger } from '../../src/testing/outside-debugger.ts';
import type { OutsideDebugger } from '../../src/testing/outside-debugger.ts';
import { servePages } from '../apps/serve-pages.ts';
import { openDebuggerProxy } from './debugger-proxy.ts';
import type { DebuggerProxy } from './debugger-proxy.ts';
import { elementPage, selectorFor } from './element-page.ts';
import type { Condition } from './element-page.ts';
import { listTools, PairRecord } from './pair-record.ts';
import type { ListedTool } from './pair-record.ts';
import { sampleArguments } from './sample-arguments.ts';
import { unseenPairs } from './unseen-pairs.ts';

/** The variables of a stage with Chromium and every tool. */
export const pairEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  STAGE_CHROMIUM: process.env['RECOURSE_CHROMIUM'] ?? '/usr/bin/chromium',
  STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox --disable-gpu --disable-dev-shm-usage',
  STAGE_ALLOW: 'launch,attach,pages,eval-renderer,eval-main',
};

/** How the tools of a code are called. */
interface Provocation {
  /** Tools that another test provokes. */
  readonly except?: readonly string[];
  readonly isOneByOne?: boolean;
}

/** A stage, a browser that it reaches through a proxy, and the record of the pairs. */
export interface PairStage {
  readonly pairs: PairRecord;
  readonly tools: readonly ListedTool[];
  /** For files and programs that tests write. */
  readonly folder: string;
  /** Runs the browser. */
  readonly owner: LinkedStage;
  readonly stage: LinkedStage;
  readonly proxy: DebuggerProxy;
  readonly outside: OutsideDebugger;
  readonly pageAddress: string;
  /** Makes a call and records its code. */
  readonly call: (tool: string, args?: JsonObject) => Promise<Envelope>;
  /** Attaches the stage to the browser, and returns the id of the session. */
  readonly attach: () => Promise<string>;
  /** Calls every tool that lists the code, and returns the answers of those that do not answer with it. */
  readonly provoke: (
    code: string,
    argumentsOf: (tool: ListedTool, index: number) => JsonObject,
    provocation?: Provocation,
  ) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Arguments for a tool and an element in a condition. */
export const sampled = ({ name, inputSchema }: ListedTool, condition?: Condition): JsonObject =>
  sampleArguments(inputSchema, selectorFor(name, condition));

/** Opens the stages and the browser of the suite. */
export const openPairStage = async (): Promise<PairStage> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-pairs-'));
  const pages = await servePages();
  const pageAddress = pages.address(elementPage);
  const owner = await linkStage(pairEnvironment, folder);
  const { pid } = await owner.call<{ pid: number }>('electron_open_page', { url: pageAddress });
  const outside = await openOutsideDebugger(pid);
  const found = await findDebuggerOf(pid, 10_000);
  const proxy = await openDebuggerProxy(found?.port ?? 0);
  const stage = await linkStage(
    { ...pairEnvironment, STAGE_APP_ROOTS: `${folder}:${path.dirname(import.meta.dirname)}` },
    folder,
  );
  const tools = await listTools(stage);
  const pairs = new PairRecord();
  const call: PairStage['call'] = (tool, args = {}) => pairs.call(stage, tool, args);
  const provoke: PairStage['provoke'] = async (code, argumentsOf, { except = [], isOneByOne = false } = {}) => {
    const isListed = ({ name, codes }: ListedTool): boolean =>
      codes.includes(code) && !except.includes(name) && !(`${name} ${code}` in unseenPairs);
    const listing = tools.filter(isListed);
    expect(listing.length, code).toBeGreaterThan(0);
    const differing: string[] = [];
    const ask = async (tool: ListedTool, index: number): Promise<void> => {
      const answer = await call(tool.name, argumentsOf(tool, index));
      if (answer['code'] !== code) differing.push(`${tool.name}: ${JSON.stringify(answer).slice(0, 300)}`);
    };
    if (!isOneByOne) await Promise.all(listing.map(ask));
    else for (const [index, tool] of listing.entries()) await ask(tool, index);
    return differing;
  };
  return {
    pairs,
    tools,
    folder,
    owner,
    stage,
    proxy,
    outside,
    pageAddress,
    call,
    provoke,
    attach: async () => String((await call('electron_attach', { port: proxy.port }))['session_id']),
    close: async () => {
      outside.close();
      await stage.close();
      await proxy.close();
      await owner.close();
      await pages.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
