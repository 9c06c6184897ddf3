import { button, checkbox, list, textbox } from './elements.mjs';

/** Windows, reloads, elements that are not ready, and a crash. @type {readonly import('../src/run-task.mjs').Task[]} */
export const apps = [
  {
    name: 'window-second',
    page: 'windows',
    request: 'Add the member Eve as editor in the window "Add a member", save, and finish in the window "Team".',
    run: async (user) => {
      const [name, role, save] = [textbox('Member name'), list('Role'), button('Save member')];
      await user.see(button('Add member…'), button('Finish'));
      await user.click(button('Add member…'), { windows: 1 });
      await user.switchTo('Add a member');
      await user.see(name, role, save);
      await user.fillIn(
        [
          [name, 'Eve'],
          [role, 'Editor'],
        ],
        { typed_member: 'Eve', member_role: 'editor' },
      );
      await user.click(save, { member: 'Eve' });
      await user.switchTo('Team');
      await user.click(button('Finish'), { finished: 'Eve' });
    },
  },
  {
    name: 'window-closed',
    page: 'windows',
    request: 'Add the member Fay in the window "Add a member", which closes when saved; finish in "Team".',
    run: async (user) => {
      const [name, save] = [textbox('Member name'), button('Save and close')];
      await user.see(button('Add member…'), button('Finish'));
      await user.click(button('Add member…'), { windows: 1 });
      await user.switchTo('Add a member');
      await user.see(name, save);
      await user.fillIn([[name, 'Fay']], { typed_member: 'Fay' });
      await user.click(save, { member: 'Fay' });
      await user.switchTo('Team');
      await user.click(button('Finish'), { finished: 'Fay' });
    },
  },
  {
    name: 'reload-midway',
    page: 'notes',
    request: 'Save the note "Call Gil". (The page is loaded again after the note is typed, which empties the field.)',
    run: async (user) => {
      const [note, save] = [textbox('Note'), button('Save note')];
      await user.see(note, save);
      await user.fillIn([[note, 'Call Gil']], { note: 'Call Gil' });
      await user.disturbed(() => user.app.reload());
      // A driver that acts on the page of before the reload saves an empty note.
      if (await user.attempt(save, { kept: 'Call Gil' })) return;
      await user.see(note, save);
      await user.fillIn([[note, 'Call Gil']], {});
      await user.click(save, { kept: 'Call Gil' });
    },
  },
  {
    name: 'covered',
    page: 'covered',
    request: 'Pay the invoice now. If something is in front of the button, dismiss it first.',
    run: async (user) => {
      const [pay, dismiss] = [button('Pay now'), button('Dismiss')];
      await user.see(pay);
      await user.refused(pay);
      await user.see(dismiss);
      await user.click(dismiss, { dismissed: 1 });
      await user.click(pay, { payed: 1 });
    },
  },
  {
    name: 'disabled',
    page: 'enabling',
    request: 'Send the order; accept the terms if that is necessary.',
    run: async (user) => {
      const [terms, send] = [checkbox('I accept the terms'), button('Send order')];
      await user.see(terms, send);
      await user.refused(send);
      await user.fillIn([[terms, true]], { accepted: true });
      await user.click(send, { sent: true });
    },
  },
  {
    name: 'enabled-late',
    page: 'enabling',
    request: 'Prepare the report and download it; the button is enabled a moment later.',
    run: async (user) => {
      const [prepare, download] = [button('Prepare report'), button('Download report')];
      await user.see(prepare, download);
      await user.click(prepare, { preparing: true });
      await user.click(download, { downloaded: true });
    },
  },
  {
    name: 'crash',
    page: 'notes',
    ends: true,
    request: 'Save the note "Ring Hal", import the old notes, publish. If the app crashes, start it again.',
    run: async (user) => {
      const [note, save, load] = [textbox('Note'), button('Save note'), button('Import old notes')];
      const publish = button('Publish notes');
      await user.see(note, save, load, publish);
      await user.fillIn([[note, 'Ring Hal']], { note: 'Ring Hal' });
      await user.click(save, { kept: 'Ring Hal' });
      await user.crash(load, { importing: true });
      await user.relaunch();
      await user.see(publish);
      await user.click(publish, { published: 'Ring Hal' });
    },
  },
];
