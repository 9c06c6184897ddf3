import { expect } from 'vitest';
import type { UserStory } from '../story-host.ts';
import { switchToWindow } from '../surfaces.ts';

const soon = { timeoutMs: 300 };
const sidebar = '$:/state/tab/sidebar--595412856';

/** Stories about finding and arranging notes. Each begins with the notes in `apps/wiki/tiddlers`. */
export const readingStories: readonly UserStory[] = [
  {
    title: 'finds a note by its text, and closes the results that cover a tab',
    request: () => 'Search for "tiles", open the note that is found, then press Escape and open the tab Recent.',
    tell: async (story) => {
      const search = await story.lookFor({ role: 'searchbox' });
      const recent = story.ref({ role: 'tab', name: 'Recent' });
      await story.act('electron_type', { ref: search, text: 'tiles' }, { '$:/temp/search': 'tiles' });
      const found = await story.lookFor({ role: 'link', name: 'Roof', after: 'All matches:' });
      const failure = await story.refused('electron_click', { ref: recent, ...soon }, 'ELEMENT_COVERED');
      // The layer in front holds the results.
      await story.follow(failure);
      expect(story.ref({ role: 'link', name: 'Roof' })).toBe(found);
      await story.act('electron_click', { ref: found }, { open: ['Roof', 'Plans', 'Garden'] });
      await story.act('electron_key', { ref: search, key: 'Escape' }, { '$:/temp/search': null });
      await story.act(
        'electron_click',
        { ref: await story.lookFor({ role: 'tab', name: 'Recent' }) },
        {
          [sidebar]: '$:/core/ui/SideBar/Recent',
        },
      );
    },
  },
  {
    title: 'drags a link to another place, and finds the others again',
    request: () => 'In Plans, put Roof before Garden. Then open Kitchen.',
    tell: async (story) => {
      const roof = await story.lookFor({ role: 'link', name: 'Roof' });
      const kitchen = story.ref({ role: 'link', name: 'Kitchen' });
      const text = '<<list-links-draggable tiddler:"Plans" field:"list">>';
      await story.act(
        'electron_drag',
        { ref: roof, targetRef: story.ref({ role: 'link', name: 'Garden', beside: 'Kitchen' }) },
        { Plans: { list: 'Roof Garden Kitchen', text } },
      );
      const failure = await story.refused('electron_click', { ref: kitchen }, 'REF_NOT_FOUND');
      await story.follow(failure);
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'link', name: 'Kitchen' }) },
        {
          open: ['Plans', 'Kitchen', 'Garden'],
        },
      );
    },
  },
  {
    title: 'reads a note in a window of its own, and closes it in the first one',
    request: () => 'Open Garden in a new window and read it. Then close Garden in "House notes".',
    tell: async (story) => {
      const garden = { beside: 'Roses and beans.' };
      await story.act('electron_click', { ref: await story.lookFor({ role: 'button', name: 'more', ...garden }) }, {});
      await story.act(
        'electron_click',
        { ref: await story.lookFor({ role: 'button', name: 'open in new window' }) },
        {},
      );
      await switchToWindow(story, 'Garden');
      await story.see('electron_expect_visible', {
        ref: await story.lookFor({ role: 'text', name: 'Roses and beans.' }),
      });
      await switchToWindow(story, 'House notes');
      await story.act(
        'electron_click',
        { ref: await story.lookFor({ role: 'button', name: 'close', ...garden }) },
        {
          open: ['Plans'],
        },
      );
    },
  },
  {
    title: 'changes the title of the wiki in its settings',
    request: () => 'Call the wiki "Home notes".',
    tell: async (story) => {
      await story.act(
        'electron_click',
        { ref: await story.lookFor({ role: 'button', name: 'control panel' }) },
        {
          open: ['$:/ControlPanel', 'Plans', 'Garden'],
        },
      );
      const field = await story.lookFor({ role: 'textbox', value: 'House notes' });
      await story.act('electron_type', { ref: field, text: 'Home notes' }, { '$:/SiteTitle': 'Home notes' });
      expect(await story.lookFor({ role: 'heading', name: 'Home notes' })).toBeGreaterThan(0);
    },
  },
];
