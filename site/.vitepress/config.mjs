import path from 'node:path';
import { home, omitWhatTheHeadSays } from '../src/home.mjs';
import { anchorOf, repositoryUrl, resolveLinks } from '../src/link.mjs';
import { excluded, isPage, rewritten, root } from '../src/pages.mjs';
import { sidebar } from '../src/sidebar.mjs';

const site = path.resolve(import.meta.dirname, '..');
const head = home();

/** Adds to the settings of a page. The list of all codes is too long for an outline with every one of them. */
const lookOf = (file) => (file === 'README.md' ? head : file === 'docs/reference/codes.md' ? { outline: 2 } : {});

/** The pages are above this package, so Vue cannot be found from where they are. VitePress itself renders with it. */
const vueOfThisPackage = {
  name: 'vue-of-this-package',
  enforce: 'pre',
  resolveId: (id, importer, { ssr }) => (ssr && /^vue(?:\/|$)/u.test(id) ? { id, external: true } : undefined),
};

export default {
  title: 'Recourse',
  description: head.hero.text,
  lang: 'en',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }]],
  srcDir: root,
  srcExclude: excluded,
  outDir: path.join(site, 'dist'),
  cacheDir: path.join(site, 'node_modules', '.vitepress'),
  rewrites: (file) => {
    if (!isPage(file)) throw new Error(`${file} is not a page: exclude it in src/pages.mjs`);
    return rewritten(file);
  },
  vite: {
    publicDir: path.join(site, 'public'),
    plugins: [vueOfThisPackage],
    // An inlined SVG loses its spaces, and with them the columns of a terminal.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 },
  },
  markdown: {
    anchor: { slugify: anchorOf },
    config: (md) => {
      resolveLinks(md);
      omitWhatTheHeadSays(md);
    },
  },
  transformPageData: ({ filePath, frontmatter }) => ({ frontmatter: { ...frontmatter, ...lookOf(filePath) } }),
  themeConfig: {
    logo: '/logo.svg',
    nav: [
      { text: 'Guides', link: '/docs/guide/your-first-server', activeMatch: '/docs/guide/' },
      { text: 'Codes', link: '/docs/reference/codes', activeMatch: '/docs/reference/' },
      { text: 'Architecture', link: '/docs/architecture' },
      { text: 'Overview', link: '/docs/' },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    editLink: { pattern: `${repositoryUrl}/edit/main/:path`, text: 'Edit this page' },
    socialLinks: [{ icon: 'github', link: repositoryUrl }],
    footer: { message: 'MIT licence' },
  },
};
