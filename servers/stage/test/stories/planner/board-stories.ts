import { expect } from 'vitest';
import { reloadPage } from '../reload-page.ts';
import type { UserStory } from '../story-host.ts';

const low = { beside: 'Low' };
const high = { beside: 'High' };
const soon = { timeoutMs: 300 };

/** Stories about the board of the planner. Each begins with the same tasks; see `apps/planner/store.js`. */
export const boardStories: readonly UserStory[] = [
  {
    title: 'adds a task once its form can be sent',
    request: () => 'Add a task "Book the venue" to Doing, due 2027-03-01.',
    tell: async (story) => {
      await story.look();
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'New task' }) },
        { 'board dialog': 'creating' },
      );
      await story.look();
      const create = story.ref({ role: 'button', name: 'Create' });
      const failure = await story.refused('electron_click', { ref: create, ...soon }, 'ELEMENT_DISABLED');
      expect(await story.follow(failure)).toMatchObject({ state: { disabled: true } });
      await story.act(
        'electron_type',
        { ref: story.ref({ role: 'textbox', name: 'Title' }), text: 'Book the venue' },
        { 'board draft': { title: 'Book the venue', column: 'Backlog', due: '' } },
      );
      await story.act(
        'electron_select_option',
        { ref: story.ref({ role: 'combobox', name: 'Column' }), values: ['Doing'] },
        { 'board draft': { title: 'Book the venue', column: 'Doing', due: '' } },
      );
      await story.act(
        'electron_type',
        { ref: story.ref({ role: 'date', name: 'Due' }), text: '2027-03-01' },
        { 'board draft': { title: 'Book the venue', column: 'Doing', due: '2027-03-01' } },
      );
      expect(await story.follow(failure, { tool: 'electron_wait_for_state' })).toMatchObject({ matched: true });
      await story.act(
        'electron_click',
        { ref: create },
        {
          Doing: [4, 5, 7],
          'task 7 title': 'Book the venue',
          'task 7 priority': 'Low',
          'task 7 due': '2027-03-01',
          'board dialog': '',
          'board draft': { title: '', column: 'Backlog', due: '' },
        },
      );
      await story.see('electron_expect_visible', { by: { role: 'text', name: 'Book the venue' } });
    },
  },
  {
    title: 'drags one of two tasks with the same title to another column',
    request: () => 'Move the "Call Dana" with priority Low to Done, and put "Order chairs" before "Review budget".',
    tell: async (story) => {
      await story.look();
      await story.act(
        'electron_drag',
        {
          ref: story.ref({ role: 'text', name: 'Call Dana', ...low }),
          targetRef: story.ref({ role: 'list', name: 'Done' }),
        },
        { Backlog: [2, 3], Done: [1, 6] },
      );
      await story.act(
        'electron_drag',
        {
          ref: story.ref({ role: 'text', name: 'Order chairs' }),
          targetRef: story.ref({ role: 'text', name: 'Review budget', beside: 'Order chairs' }),
        },
        { Doing: [5, 4] },
      );
    },
  },
  {
    title: 'deletes one of two equal tasks after the question was dismissed',
    request: () => 'Delete the "Call Dana" with priority High, and accept the question.',
    tell: async (story) => {
      await story.look();
      const remove = { ref: story.ref({ role: 'button', name: 'Delete', ...high, near: 'Call Dana' }) };
      expect(await story.see('electron_click', remove)).toMatchObject({
        dialogs: [{ type: 'confirm', action: 'dismiss', message: 'Delete "Call Dana"?' }],
      });
      await story.see('electron_dialog_handler', { action: 'accept', oneShot: true });
      await story.act('electron_click', remove, { Backlog: [1, 2], 'task 3 title': null, 'task 3 priority': null });
    },
  },
  {
    title: 'finds its task again after all cards were replaced',
    request: () => 'Press Sync, wait for the News, and open the "Call Dana" with priority High.',
    tell: async (story) => {
      await story.look();
      const open = story.ref({ role: 'button', name: 'Open', ...high, near: 'Call Dana' });
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'Sync' }) },
        {
          Backlog: [3, 2, 1],
          notice: 'Dana changed the order of the backlog.',
        },
      );
      await story.see('electron_wait_for_state', {
        by: { role: 'alertdialog', name: 'News' },
        state: { visible: true },
      });
      const failure = await story.refused('electron_click', { ref: open }, 'REF_NOT_FOUND');
      expect(failure).toMatchObject({ details: { reason: 'replaced' } });
      await story.follow(failure);
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'Open', ...high, near: 'Call Dana' }) },
        { 'window of task 3 title': 'Call Dana', 'window of task 3 priority': 'High' },
      );
    },
  },
  {
    title: 'closes the message that covers a button',
    request: () => 'Press Sync, wait for the News, and then press "Sort by priority".',
    tell: async (story) => {
      await story.look();
      const sort = { ref: story.ref({ role: 'button', name: 'Sort by priority' }) };
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'Sync' }) },
        {
          Backlog: [3, 2, 1],
          notice: 'Dana changed the order of the backlog.',
        },
      );
      await story.see('electron_wait_for_state', {
        by: { role: 'alertdialog', name: 'News' },
        state: { visible: true },
      });
      const failure = await story.refused('electron_click', { ...sort, ...soon }, 'ELEMENT_COVERED');
      expect(failure).toMatchObject({
        details: { covered_by: expect.stringContaining('alertdialog "News"') as string },
      });
      await story.follow(failure);
      await story.act('electron_click', { ref: story.ref({ role: 'button', name: 'Dismiss' }) }, { notice: null });
      await story.act('electron_click', sort, { Doing: [5, 4] });
    },
  },
  {
    title: 'continues after the page was loaded again in the middle',
    request: () => 'Add a task "Paint the door" to the backlog.',
    tell: async (story, { page }) => {
      await story.look();
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'New task' }) },
        { 'board dialog': 'creating' },
      );
      await story.look();
      const create = story.ref({ role: 'button', name: 'Create' });
      await story.act(
        'electron_type',
        { ref: story.ref({ role: 'textbox', name: 'Title' }), text: 'Paint the door' },
        {
          'board draft': { title: 'Paint the door', column: 'Backlog', due: '' },
        },
      );
      await reloadPage(page);
      const failure = await story.refused('electron_click', { ref: create }, 'REF_NOT_FOUND');
      expect(failure).toMatchObject({ details: { reason: 'reloaded' } });
      await story.follow(failure);
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'Create' }) },
        {
          Backlog: [1, 2, 3, 7],
          'task 7 title': 'Paint the door',
          'task 7 priority': 'Low',
          'board dialog': '',
          'board draft': { title: '', column: 'Backlog', due: '' },
        },
      );
    },
  },
  {
    title: 'changes settings in a modal dialog, behind which nothing can be clicked',
    request: () =>
      'In the settings choose Compact and Sunday, switch off notifications, and allow 8 tasks in progress.',
    tell: async (story) => {
      await story.look();
      const add = story.ref({ role: 'button', name: 'New task' });
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'Settings' }) },
        { 'board dialog': 'settings' },
      );
      const failure = await story.refused('electron_click', { ref: add, ...soon }, 'ELEMENT_COVERED');
      await story.follow(failure);
      await story.see('electron_check', { ref: story.ref({ role: 'radio', name: 'Compact' }) });
      await story.see('electron_select_option', {
        ref: story.ref({ role: 'combobox', name: 'Week starts on' }),
        values: ['Sunday'],
      });
      await story.see('electron_uncheck', { ref: story.ref({ role: 'checkbox', name: 'Notify me of changes' }) });
      await story.see('electron_type', {
        ref: story.ref({ role: 'spinbutton', name: 'Tasks in progress' }),
        text: '8',
      });
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'button', name: 'Save settings' }) },
        {
          'board dialog': '',
          'setting density': 'compact',
          'setting weekStart': 'Sunday',
          'setting isNotifying': null,
          'setting limit': 8,
        },
      );
    },
  },
];
