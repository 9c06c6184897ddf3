import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { UserStory } from '../story-host.ts';
import { switchToWindow } from '../surfaces.ts';

const soon = { timeoutMs: 300 };

/** Stories about the windows of single tasks. */
export const windowStories: readonly UserStory[] = [
  {
    title: 'types notes into an editor that ignores text for its frame',
    request: () => 'Write "Ask for 40 seats" into the notes of "Write report", and save.',
    tell: async (story) => {
      await story.look();
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'Open', beside: 'Write report' }) },
        {
          'window of task 2 title': 'Write report',
          'window of task 2 priority': 'High',
        },
      );
      await switchToWindow(story, 'Write report');
      const notes = story.ref({ role: 'group', name: 'Notes' });
      const text = 'Ask for 40 seats';
      const failure = await story.refused('electron_type', { ref: notes, text }, 'TYPE_NO_EFFECT');
      await story.follow(failure);
      await story.act('electron_keyboard_type', { text }, { 'window of task 2 notes': text });
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'Save' }) },
        {
          'task 2 notes': text,
        },
      );
    },
  },
  {
    title: 'attaches files through the field and by dropping them',
    request: (folder) =>
      `Attach ${path.join(folder, 'offer.txt')} to "Order chairs", and drop ${path.join(folder, 'plan.txt')} onto it.`,
    tell: async (story, { folder }) => {
      const [offer, plan] = [path.join(folder, 'offer.txt'), path.join(folder, 'plan.txt')];
      await Promise.all([writeFile(offer, 'forty chairs'), writeFile(plan, 'five rows')]);
      await story.look();
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'Open', beside: 'Order chairs' }) },
        {
          'window of task 5 title': 'Order chairs',
          'window of task 5 priority': 'High',
        },
      );
      await switchToWindow(story, 'Order chairs');
      const first = { name: 'offer.txt', size: 12 };
      await story.act(
        'electron_set_files',
        { ref: story.ref({ role: 'button', name: 'Choose files' }), paths: [offer] },
        {
          'task 5 files': [first],
        },
      );
      await story.act(
        'electron_drop_file',
        { ref: story.ref({ role: 'group', name: 'Drop files here' }), paths: [plan] },
        {
          'task 5 files': [first, { name: 'plan.txt', size: 9 }],
        },
      );
      await story.see('electron_expect_count', { role: 'listitem', equals: 2 });
    },
  },
  {
    title: 'publishes a task as soon as the app has checked it',
    request: () => 'Rename "Order chairs" to "Order forty chairs", save it and publish it.',
    tell: async (story) => {
      await story.look();
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'Open', beside: 'Order chairs' }) },
        {
          'window of task 5 title': 'Order chairs',
          'window of task 5 priority': 'High',
        },
      );
      await switchToWindow(story, 'Order chairs');
      const publish = { ref: story.ref({ role: 'button', name: 'Publish' }) };
      await story.act(
        'electron_type',
        { ref: story.ref({ role: 'textbox', name: 'Title' }), text: 'Order forty chairs' },
        { 'window of task 5 title': 'Order forty chairs' },
      );
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'Save' }) },
        {
          'task 5 title': 'Order forty chairs',
        },
      );
      await story.act('electron_click', publish, { 'task 5 isPublished': true });
      const failure = await story.refused('electron_click', { ...publish, ...soon }, 'ELEMENT_DISABLED');
      expect(await story.follow(failure)).toMatchObject({ state: { disabled: true } });
    },
  },
  {
    title: 'goes back to the board when its window closes',
    request: () => 'Open "Write report" and close its window. Then search for "chairs" with the keyboard.',
    tell: async (story) => {
      await story.look();
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'Open', beside: 'Write report' }) },
        {
          'window of task 2 title': 'Write report',
          'window of task 2 priority': 'High',
        },
      );
      await switchToWindow(story, 'Write report');
      const save = story.ref({ role: 'button', name: 'Save' });
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'Close window' }) },
        {
          'window of task 2 title': null,
          'window of task 2 priority': null,
        },
      );
      const failure = await story.refused('electron_click', { ref: save }, 'SURFACE_CLOSED');
      await story.follow(failure);
      await switchToWindow(story, 'Planner');
      await story.act(
        'electron_keyboard_type',
        { ref: story.ref({ role: 'searchbox', name: 'Search' }), text: 'chairs' },
        {
          'board search': 'chairs',
        },
      );
      await story.see('electron_expect_count', { role: 'listitem', equals: 1 });
      await story.act(
        'electron_clear_input',
        { ref: story.ref({ role: 'searchbox', name: 'Search' }) },
        { 'board search': null },
      );
    },
  },
];
