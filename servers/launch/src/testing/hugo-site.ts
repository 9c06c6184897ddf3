const page = '<!doctype html><html lang="en"><head><title>{{ .Title }}</title></head><body><h1>{{ .Title }}</h1>';

/** A small Hugo site, by path. */
export const hugoSite: Readonly<Record<string, string>> = {
  'config.toml': 'baseURL = "https://docs.example.org/"\nlanguageCode = "en"\ntitle = "Acme documentation"\n',
  'README.md': '# Site\n',
  'content/_index.md': '---\ntitle: Home\n---\n\nWelcome.\n',
  'content/docs/_index.md': '---\ntitle: Docs\nweight: 1\n---\n\nAll documents.\n',
  'content/docs/other.md': '---\ntitle: Other\nweight: 2\n---\n\nText with a [broken link](nowhere/).\n',
  'layouts/_default/single.html': `${page}{{ .Content }}</body></html>\n`,
  'layouts/_default/list.html': `${page}{{ .Content }}{{ range .Pages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</body></html>\n`,
};
