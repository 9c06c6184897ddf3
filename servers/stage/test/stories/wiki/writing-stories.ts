import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { reloadPage } from '../reload-page.ts';
import type { Story } from '../story.ts';
import type { UserStory } from '../story-host.ts';

const edit = { role: 'button', name: 'Edit this tiddler' } as const;
const draft = { 'draft.title': 'Garden', tags: 'Plan Outside', text: 'Roses and beans.' };

/** Opens the note Garden for editing. */
const editGarden = async (story: Story): Promise<void> => {
  const ref = await story.lookFor({ ...edit, beside: 'Roses and beans.' });
  await story.act('electron_click', { ref }, { open: ['Plans', "Draft of 'Garden'"], "Draft of 'Garden'": draft });
  await story.lookFor({ role: 'button', name: 'Confirm changes to this tiddler' });
};

/** Stories about writing notes. */
export const writingStories: readonly UserStory[] = [
  {
    title: 'writes a note with a tag into a form and an editor',
    request: () => 'Write a note "Cellar" that says "Dry the walls." Type its tag Plan and press Enter.',
    tell: async (story) => {
      const name = "Draft of 'New Tiddler'";
      await story.act(
        'electron_click',
        { ref: await story.lookFor({ role: 'button', name: 'new tiddler' }) },
        {
          open: [name, 'Plans', 'Garden'],
          [name]: { 'draft.title': 'New Tiddler' },
        },
      );
      const title = await story.lookFor({ role: 'textbox', value: 'New Tiddler' });
      const editor = story.ref({ role: 'textbox', name: '', value: '' });
      await story.act('electron_type', { ref: title, text: 'Cellar' }, { [name]: { 'draft.title': 'Cellar' } });
      const text = 'Dry the walls.';
      await story.act(
        'electron_type_into_editor',
        { ref: editor, text },
        { [name]: { 'draft.title': 'Cellar', text } },
      );
      await story.see('electron_type', {
        ref: await story.lookFor({ role: 'textbox', name: 'tag name' }),
        text: 'Plan',
      });
      await story.act('electron_key', { key: 'Enter' }, { [name]: { 'draft.title': 'Cellar', tags: 'Plan', text } });
      const confirm = await story.lookFor({ role: 'button', name: 'Confirm changes to this tiddler' });
      await story.act(
        'electron_click',
        { ref: confirm },
        {
          open: ['Cellar', 'Plans', 'Garden'],
          [name]: null,
          Cellar: { tags: 'Plan', text },
        },
      );
    },
  },
  {
    title: 'adds to a note whose editor ignores text for what it shows',
    request: () => 'Add " And peas." to Garden, at the end: press End first.',
    tell: async (story) => {
      await editGarden(story);
      const shown = await story.lookFor({ role: 'clickable', name: 'Roses and beans.' });
      const failure = await story.refused('electron_type', { ref: shown, text: ' And peas.' }, 'TYPE_NO_EFFECT');
      await story.follow(failure);
      await story.see('electron_key', { key: 'End' });
      const text = 'Roses and beans. And peas.';
      await story.act('electron_keyboard_type', { text: ' And peas.' }, { "Draft of 'Garden'": { ...draft, text } });
      const confirm = await story.lookFor({ role: 'button', name: 'Confirm changes to this tiddler' });
      await story.act(
        'electron_click',
        { ref: confirm },
        {
          open: ['Plans', 'Garden'],
          "Draft of 'Garden'": null,
          Garden: { tags: 'Plan Outside', text },
        },
      );
    },
  },
  {
    title: 'discards a changed draft after the question was dismissed',
    request: () => 'Edit Garden, write "Only beans." as its text, and discard that again. Accept the question.',
    tell: async (story) => {
      await editGarden(story);
      const editor = story.ref({ role: 'textbox', name: '', value: '' });
      const text = 'Only beans.';
      await story.act(
        'electron_type_into_editor',
        { ref: editor, text, replace: true },
        {
          "Draft of 'Garden'": { ...draft, text },
        },
      );
      const discard = { ref: await story.lookFor({ role: 'button', name: 'Discard changes to this tiddler' }) };
      expect(await story.see('electron_click', discard)).toMatchObject({ dialogs: [{ action: 'dismiss' }] });
      await story.see('electron_dialog_handler', { action: 'accept', oneShot: true });
      await story.act('electron_click', discard, { open: ['Plans', 'Garden'], "Draft of 'Garden'": null });
    },
  },
  {
    title: 'deletes a note that it opens first',
    request: () => 'Delete the note Kitchen, and accept the question.',
    tell: async (story) => {
      await story.act(
        'electron_click',
        { ref: await story.lookFor({ role: 'link', name: 'Kitchen' }) },
        {
          open: ['Plans', 'Kitchen', 'Garden'],
        },
      );
      await story.act(
        'electron_click',
        { ref: await story.lookFor({ ...edit, beside: 'New shelves.' }) },
        {
          open: ['Plans', "Draft of 'Kitchen'", 'Garden'],
          "Draft of 'Kitchen'": { 'draft.title': 'Kitchen', tags: 'Plan', text: 'New shelves.' },
        },
      );
      const remove = await story.lookFor({ role: 'button', name: 'Delete this tiddler' });
      await story.see('electron_dialog_handler', { action: 'accept', oneShot: true });
      await story.act(
        'electron_click',
        { ref: remove },
        {
          open: ['Plans', 'Garden'],
          "Draft of 'Kitchen'": null,
          Kitchen: null,
        },
      );
    },
  },
  {
    title: 'imports notes from a file',
    request: (folder) => `Import the notes in ${path.join(folder, 'attic.json')}. The tab Tools has a button for it.`,
    tell: async (story, { folder }) => {
      const file = path.join(folder, 'attic.json');
      await writeFile(file, JSON.stringify([{ title: 'Attic', text: 'Insulate it.' }]));
      await story.act(
        'electron_click',
        { ref: await story.lookFor({ role: 'tab', name: 'Tools' }) },
        {
          '$:/state/tab/sidebar--595412856': '$:/core/ui/SideBar/Tools',
        },
      );
      const field = await story.lookFor({ role: 'button', name: 'Choose File' });
      await story.act('electron_set_files', { ref: field, paths: [file] }, { open: ['$:/Import', 'Plans', 'Garden'] });
      await story.act(
        'electron_click',
        { ref: await story.lookFor({ role: 'button', name: 'Import', after: 'Attic' }) },
        { Attic: 'Insulate it.' },
      );
    },
  },
  {
    title: 'continues with a draft after the wiki was loaded again',
    request: () => 'Write "Plant a tree." into the note Garden. Drafts are in the tab More.',
    tell: async (story, { page }) => {
      await editGarden(story);
      const text = 'Plant a tree.';
      const editor = story.ref({ role: 'textbox', name: '', value: '' });
      await story.act(
        'electron_type_into_editor',
        { ref: editor, text, replace: true },
        {
          "Draft of 'Garden'": { ...draft, text },
        },
      );
      const confirm = story.ref({ role: 'button', name: 'Confirm changes to this tiddler' });
      await story.disturbed(async () => {
        await saved(page);
        await reloadPage(page);
      });
      const failure = await story.refused('electron_click', { ref: confirm }, 'REF_NOT_FOUND');
      expect(failure).toMatchObject({ details: { reason: 'reloaded' } });
      await story.follow(failure);
      await story.act(
        'electron_click',
        { ref: story.ref({ role: 'tab', name: 'More' }) },
        {
          '$:/state/tab/sidebar--595412856': '$:/core/ui/SideBar/More',
        },
      );
      const drafts = await story.lookFor({ role: 'tab', name: 'Drafts' });
      await story.act(
        'electron_click',
        { ref: drafts },
        {
          '$:/state/tab/moresidebar-1850697562': '$:/core/ui/MoreSideBar/Drafts',
        },
      );
      // On a slow machine the wiki also reminds of the draft, with a link of the same name below the notes.
      const link = await story.lookFor({ role: 'link', name: "Draft of 'Garden'", after: 'Drafts' });
      await story.act('electron_click', { ref: link }, { open: ["Draft of 'Garden'", 'Plans', 'Garden'] });
      const done = await story.lookFor({ role: 'button', name: 'Confirm changes to this tiddler' });
      await story.act(
        'electron_click',
        { ref: done },
        {
          open: ['Garden', 'Plans'],
          "Draft of 'Garden'": null,
          Garden: { tags: 'Plan Outside', text },
        },
      );
    },
  },
];

/** Waits until the server of the wiki has all changes. */
const saved = async (page: Parameters<typeof reloadPage>[0]): Promise<void> => {
  const expression = `(async () => { while ($tw.syncer.isDirty()) await new Promise((resolve) => setTimeout(resolve, 20)); })()`;
  await page.send('Runtime.evaluate', { expression, awaitPromise: true });
};
