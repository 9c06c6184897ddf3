import { honestTable } from '../case.ts';
import type { HonestCase } from '../case.ts';

/** The profile of the project's own run, among profiles that were made up. */
export const ownProfile: readonly HonestCase[] = honestTable(
  { class: 'fake-profile', project: 'guarded', tool: 'debt' },
  [
    { input: {} },
    { input: { fromProfile: true }, tool: 'check' },
    { input: { fromProfile: true, failUnder: 10, domains: ['source'] }, tool: 'check' },
    { input: { fromProfile: true, diffRef: 'HEAD~1' }, tool: 'check' },
    { input: {}, tool: 'report' },
    { input: { output: 'page.html' }, tool: 'report' },
    { input: { output: 'badge.svg' }, tool: 'badge' },
    { input: { strategy: 'conservative' }, tool: 'suggest' },
    { input: { dryRun: true }, tool: 'pr-comment' },
    { input: { run: 'adds' }, tool: 'check', execute: true },
  ],
);
