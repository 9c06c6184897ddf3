/**
 * The templates of pages, by the role of the page. A token alone in its paragraph stands for blocks, any other for
 * words. A section whose tokens are all empty is left out with its heading.
 */
export const templates: Readonly<Record<string, string>> = {
  overview: `__DESCRIPTION__

__INTRO__

## At a glance

__FACTS__

## Install

__INSTALL__

__BODY__

## Next steps

__LINKS__
`,
  list: `__DESCRIPTION__

__BODY__

## Get help

__HELP__
`,
  'getting-started': `__PURPOSE__

## Install

__INSTALL__

__BODY__

## First example

__EXAMPLE__

## Next steps

__LINKS__
`,
  guide: `__BODY__

## See also

__LINKS__
`,
  tasks: `__DESCRIPTION__

__BODY__

## See also

__LINKS__
`,
  module: `__DESCRIPTION__

__BODY__

## See also

__LINKS__
`,
  'how-to': `__DESCRIPTION__

## Before you start

__INSTALL__

## Code

__EXAMPLE__

__BODY__

## See also

__LINKS__
`,
  announcement: `__DESCRIPTION__

__INTRO__

## Install

__INSTALL__

## First example

__EXAMPLE__

## Changes in __VERSION__

__CHANGES__

## Learn more

__LINKS__
`,
};
