import { button, checkbox } from './elements.mjs';

/** @type {readonly import('../src/run-task.mjs').Task[]} */
export const lists = [
  {
    name: 'list-row',
    page: 'invoices',
    request: 'Delete Invoice 1042.',
    run: async (user) => {
      const remove = button('Delete', 'Invoice 1042');
      await user.see(remove);
      await user.click(remove, { 'deleted 1042': true });
    },
  },
  {
    name: 'list-reordered',
    page: 'invoices',
    request: 'Delete Invoice 1041. (The list is reordered after the first look.)',
    run: async (user) => {
      const remove = button('Delete', 'Invoice 1041');
      await user.see(remove);
      await user.disturbed(() => user.app.disturb());
      await user.click(remove, { 'deleted 1041': true });
    },
  },
  {
    name: 'list-redrawn',
    page: 'redrawn',
    request: 'Cancel the order of the Desk. (A new order arrives after the first look; the page reuses its rows.)',
    run: async (user) => {
      const cancel = button('Cancel', 'Desk');
      await user.see(cancel);
      await user.disturbed(() => user.app.disturb());
      await user.click(cancel, { 'cancelled Desk': true });
    },
  },
  {
    name: 'list-twins',
    page: 'twins',
    request: 'Remove the Laptop. (It disappears after the first look; nothing else may be removed.)',
    run: async (user) => {
      const remove = button('Remove', 'Laptop');
      await user.see(remove);
      await user.disturbed(() => user.app.disturb());
      await user.refused(remove);
    },
  },
  {
    name: 'list-sorted',
    page: 'invoices',
    request: 'Sort by amount and open the invoice at the top.',
    run: async (user) => {
      const sort = button('Amount');
      await user.see(sort);
      await user.click(sort, { sorted: true });
      const top = /Invoice \d+/u.exec((await user.read()).replace(/^.*Amount/su, ''))?.[0];
      const open = button('Open', top);
      await user.see(open);
      await user.click(open, { opened: '1045' });
    },
  },
  {
    name: 'list-filtered',
    page: 'invoices',
    request: 'Filter by "er" and mark the shown invoices as paid.',
    run: async (user) => {
      const [filter, paid] = [{ role: 'searchbox', name: 'Filter' }, button('Mark shown as paid')];
      await user.see(filter, paid);
      await user.fillIn([[filter, 'er']], { filter: 'er' });
      await user.click(paid, { paid: '1042 1047' });
    },
  },
  {
    name: 'list-bulk',
    page: 'invoices',
    request: 'Select the invoices 1038, 1044 and 1049, and archive them.',
    run: async (user) => {
      const numbers = ['1038', '1044', '1049'];
      const boxes = numbers.map((number) => checkbox('Select', `Invoice ${number}`));
      const archive = button('Archive selected');
      await user.see(...boxes, archive);
      await user.fillIn(
        boxes.map((box) => [box, true]),
        { selected: numbers.join(' ') },
      );
      await user.click(archive, { archived: numbers.join(' ') });
    },
  },
  {
    name: 'list-large',
    page: 'large',
    request: 'Approve Order 0457, which is one of 600.',
    run: async (user) => {
      const approve = button('Approve', 'Order 0457');
      await user.see(approve);
      await user.click(approve, { approved: 'Order 0457' });
    },
  },
  {
    name: 'virtual-scrolled',
    page: 'virtual',
    request: 'In the catalogue, order Item 140.',
    run: async (user) => {
      await user.seek({ role: 'list', name: 'Catalogue' }, 'Item', 140);
      const order = button('Order', 'Item 140');
      await user.see(order);
      await user.click(order, { ordered: 140 });
    },
  },
  {
    name: 'virtual-recycled',
    page: 'virtual',
    request: 'Order Item 35. (After the first look, at Item 4, the list is scrolled; its rows are reused.)',
    run: async (user) => {
      const [early, order] = [button('Order', 'Item 4'), button('Order', 'Item 35')];
      await user.see(early);
      await user.disturbed(() => user.app.disturb());
      await user.refused(early);
      await user.see(order);
      await user.click(order, { ordered: 35 });
    },
  },
];
