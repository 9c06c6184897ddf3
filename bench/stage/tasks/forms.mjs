import { button, checkbox, combobox, list, radio, textbox } from './elements.mjs';

const create = button('Create customer');

/** @type {readonly import('../src/run-task.mjs').Task[]} */
export const forms = [
  {
    name: 'form-fill',
    page: 'form',
    request: 'Create a customer: Ada Byron, ada@engines.example, phone 555 0100, Oslo, company Engines.',
    run: async (user) => {
      const fields = {
        'Full name': ['full_name', 'Ada Byron'],
        Email: ['email', 'ada@engines.example'],
        Phone: ['phone', '555 0100'],
        City: ['city', 'Oslo'],
        Company: ['company', 'Engines'],
      };
      const entries = Object.entries(fields).map(([label, [key, value]]) => ({ field: textbox(label), key, value }));
      await user.see(...entries.map(({ field }) => field), create);
      await user.fillIn(
        entries.map(({ field, value }) => [field, value]),
        Object.fromEntries(entries.map(({ key, value }) => [key, value])),
      );
      await user.click(create, { created: true });
    },
  },
  {
    name: 'form-choices',
    page: 'form',
    request: 'Customer Bo Lind, bo@lind.example, in Norway, with the newsletter, express delivery. Create.',
    run: async (user) => {
      const [name, email, country] = [textbox('Full name'), textbox('Email'), list('Country')];
      const [newsletter, express] = [checkbox('Send the newsletter'), radio('Express')];
      await user.see(name, email, country, newsletter, express, create);
      await user.fillIn(
        [
          [name, 'Bo Lind'],
          [email, 'bo@lind.example'],
          [country, 'Norway'],
          [newsletter, true],
          [express, true],
        ],
        { full_name: 'Bo Lind', email: 'bo@lind.example', country: 'no', newsletter: true, delivery: 'express' },
      );
      await user.click(create, { created: true });
    },
  },
  {
    name: 'form-fix',
    page: 'form',
    request: 'Create Cy Berg with the email cy.berg; if it is refused, use cy@berg.example.',
    run: async (user) => {
      const [name, email] = [textbox('Full name'), textbox('Email')];
      await user.see(name, email, create);
      await user.fillIn(
        [
          [name, 'Cy Berg'],
          [email, 'cy.berg'],
        ],
        { full_name: 'Cy Berg', email: 'cy.berg' },
      );
      await user.click(create, { rejected: true });
      const problem = await user.read();
      if (!problem.includes('Email is not valid')) throw new Error('The problem was not shown');
      await user.fillIn([[email, 'cy@berg.example']], { email: 'cy@berg.example' });
      await user.click(create, { created: true });
    },
  },
  {
    name: 'form-suggestions',
    page: 'combobox',
    request: 'Ship to the port Bergen: type Ber and choose it from the suggestions.',
    run: async (user) => {
      const [port, ship, bergen] = [combobox('Port'), button('Ship'), { role: 'option', name: 'Bergen' }];
      await user.see(port, ship);
      await user.fillIn([[port, 'Ber']], { port: 'Ber' });
      await user.see(bergen);
      await user.click(bergen, { port: 'Bergen' });
      await user.click(ship, { shipped: 'Bergen' });
    },
  },
  {
    name: 'form-in-frame',
    page: 'frame',
    request: 'In the payment frame, the account holder is Di Moss. Confirm the payment, then place the order.',
    run: async (user) => {
      const [holder, confirm, order] = [textbox('Account holder'), button('Confirm payment'), button('Place order')];
      await user.see(holder, confirm, order);
      await user.fillIn([[holder, 'Di Moss']], { holder: 'Di Moss' });
      await user.click(confirm, { paid_by: 'Di Moss' });
      await user.click(order, { ordered: 'Di Moss' });
    },
  },
];
