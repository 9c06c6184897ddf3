const page = (title: string, description: string, body: string): string => `---
title: "${title}"
description: "${description}"
---

${body}
`;

const base = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{{ .Title }}</title></head>
<body>
<nav><a href="{{ "/" | relURL }}">Acme</a></nav>
<main>{{ block "main" . }}{{ end }}</main>
</body>
</html>
`;

const single = `{{ define "main" }}<h1>{{ .Title }}</h1>
{{ .Content }}{{ end }}
`;

const list = `{{ define "main" }}<h1>{{ .Title }}</h1>
{{ .Content }}
<ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>{{ end }}
`;

/** The site of the demo, by path: a small Hugo site with five sections. */
export const sampleSite: Readonly<Record<string, string>> = {
  'config.toml': `baseURL = "https://docs.acme.example/"
languageCode = "en"
title = "Acme"
disableKinds = ["taxonomy", "term", "RSS"]
`,
  'layouts/_default/baseof.html': base,
  'layouts/_default/single.html': single,
  'layouts/_default/list.html': list,
  'layouts/index.html': list,
  'content/_index.md': page('Acme', 'Libraries for people at sea.', 'Libraries for people at sea.'),
  'content/products/_index.md': page('Products', 'All products.', 'All products.'),
  'content/products/barometer.md': page(
    'Barometer',
    'Air pressure from a sensor.',
    'Reads air pressure from a sensor.',
  ),
  'content/docs/_index.md': page('Documentation', 'How to use the products.', 'How to use the products.'),
  'content/docs/barometer.md': page(
    'Barometer',
    'How to read air pressure.',
    'Call `read()` to read the air pressure.',
  ),
  'content/reference/_index.md': page('Reference', 'All functions.', 'All functions.'),
  'content/reference/barometer.md': page(
    'Barometer',
    'Functions of Barometer.',
    'The function `read` returns hectopascals.',
  ),
  'content/kb/_index.md': page('Knowledge base', 'Answers to questions.', 'Answers to questions.'),
  'content/blog/_index.md': page('Blog', 'News.', 'News.'),
};
