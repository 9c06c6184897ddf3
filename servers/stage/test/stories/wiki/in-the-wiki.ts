/** Returns all tiddlers of the wiki but those of the program, by their titles. TiddlyWiki keeps everything in them. */
export const saveTiddlers = `(() => {
  const saved = {};
  $tw.wiki.each((tiddler, title) => {
    if (!/^\\$:\\/(boot|core|library|plugins|themes)\\b/.test(title)) saved[title] = tiddler.getFieldStrings();
  });
  return saved;
})()`;

/** A function that puts the saved tiddlers back, and waits until the page shows those that are open. */
export const restoreTiddlers = `async (saved) => {
  const isSame = (one, other) => JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
  for (const [title, fields] of Object.entries(${saveTiddlers}))
    if (!(title in saved)) $tw.wiki.deleteTiddler(title);
    else if (!isSame(fields, saved[title])) $tw.wiki.addTiddler(new $tw.Tiddler(saved[title]));
  const open = () => $tw.wiki.getTiddlerList('$:/StoryList').join();
  const shown = () => [...document.querySelectorAll('.tc-tiddler-frame')].map((frame) => frame.dataset.tiddlerTitle).join();
  while (open() !== shown()) await new Promise((resolve) => setTimeout(resolve, 20));
}`;

/**
 * Reads the state of the wiki: the open tiddlers, and the fields of each that a person can change. Of those that the
 * wiki keeps for itself, only settings, chosen tabs and searches count.
 */
export const readFacts = `(() => {
  const counted = /^\\$:\\/(SiteTitle|SiteSubtitle|palette|state\\/tab|state\\/sidebar|temp\\/search$)/;
  const unread = new Set(['title', 'created', 'modified', 'creator', 'modifier', 'revision', 'bag', 'draft.of']);
  const facts = { open: $tw.wiki.getTiddlerList('$:/StoryList') };
  $tw.wiki.each((tiddler, title) => {
    if (title.startsWith('$:/') && !counted.test(title)) return;
    const fields = Object.entries(tiddler.getFieldStrings()).filter(([name, value]) => !unread.has(name) && value !== '' && value !== 'text/vnd.tiddlywiki');
    facts[title] = fields.length === 1 && fields[0][0] === 'text' ? fields[0][1] : Object.fromEntries(fields.sort());
  });
  return facts;
})()`;
