import { button, textbox } from './elements.mjs';

/** @type {readonly import('../src/run-task.mjs').Task[]} */
export const dialogs = [
  {
    name: 'dialog-modal',
    page: 'dialogs',
    request: 'Delete the project Atlas; the dialog requires its name.',
    run: async (user) => {
      const [open, field, remove] = [
        button('Delete project…'),
        textbox('Type the name of the project'),
        button('Delete'),
      ];
      await user.see(open);
      await user.click(open, { asked: true });
      await user.see(field, remove);
      await user.fillIn([[field, 'Atlas']], { typed: 'Atlas' });
      await user.click(remove, { deleted: true });
    },
  },
  {
    name: 'dialog-accepted',
    page: 'dialogs',
    request: 'Close the project, and confirm that.',
    run: async (user) => {
      await user.see(button('Close project'));
      await user.answer(button('Close project'), { accept: true }, { closed: 'yes' });
    },
  },
  {
    name: 'dialog-native',
    page: 'dialogs',
    request: 'Replace the file; the message box of the system has a button Replace.',
    run: async (user) => {
      await user.see(button('Replace file'));
      await user.answer(button('Replace file'), { native: true, button: 'Replace' }, { native: 'Replace' });
    },
  },
];
