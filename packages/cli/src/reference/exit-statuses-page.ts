import { commandStatuses, exitStatuses, statusesOf } from '../exit-statuses.ts';
import { code, markdownPage, markdownTable } from './markdown.ts';

/** The page about exit statuses: what each means in general, and for each command that says more. */
export const renderExitStatusesPage = (): string => {
  const blocks = [
    'The exit statuses of the `recourse` command. The number and the meaning of a status do not change between versions.',
    markdownTable(
      ['status', 'means'],
      Object.values(exitStatuses).map(({ status, means }) => [code(status), means]),
    ),
    ...Object.keys(commandStatuses).flatMap((command) => [
      `## recourse ${command}`,
      markdownTable(
        ['status', 'means'],
        statusesOf(command).map(([status, means]) => [code(status), means]),
      ),
    ]),
  ];
  return markdownPage('Exit statuses', blocks, 'the table of exit statuses');
};
