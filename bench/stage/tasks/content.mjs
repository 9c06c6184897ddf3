import { button, textbox } from './elements.mjs';

/** Files, editors and dragged elements. @type {readonly import('../src/run-task.mjs').Task[]} */
export const content = [
  {
    name: 'upload-field',
    page: 'upload',
    request: 'Attach contract.txt as the contract and send it.',
    run: async (user) => {
      const [field, send] = [{ role: 'file', name: 'Contract' }, button('Send files')];
      await user.see(field, send);
      await user.upload(field, user.file('contract.txt'), { contract: 'contract.txt' });
      await user.click(send, { sent: true });
    },
  },
  {
    name: 'upload-drop',
    page: 'upload',
    request: 'Drop receipt.txt on the area "Drop receipts here" and send it.',
    run: async (user) => {
      const [zone, send] = [{ role: 'group', name: 'Drop receipts here' }, button('Send files')];
      await user.see(zone, send);
      await user.drop(zone, user.file('receipt.txt'), { receipt: 'receipt.txt' });
      await user.click(send, { sent: true });
    },
  },
  {
    name: 'editor-rich',
    page: 'rich',
    request: 'Replace the text of the announcement with "We are open again." and publish it.',
    run: async (user) => {
      const [text, publish] = [textbox('Text'), button('Publish')];
      await user.see(text, publish);
      await user.edit(text, 'We are open again.', { text: 'We are open again.' });
      await user.click(publish, { published: 'We are open again.' });
    },
  },
  {
    name: 'editor-code',
    page: 'code',
    request: 'Replace the script start() with finish() and run it.',
    run: async (user) => {
      const [editor, run] = [{ role: 'editor', name: 'start()' }, button('Run script')];
      await user.see(editor, run);
      await user.edit(editor, 'finish()', { code: 'finish()' });
      await user.click(run, { ran: 'finish()' });
    },
  },
  {
    name: 'drag-card',
    page: 'board',
    request: 'Drag the card "Call supplier" to Done.',
    run: async (user) => {
      const [card, done] = [button('Call supplier'), { role: 'region', name: 'Done' }];
      await user.see(card, done);
      await user.drag(card, done, { 'column of Call supplier': 'done' });
    },
  },
];
