/** The HTML around the text of a page. */
import { MARK_ADDRESS } from '@millrace/contract/design-tokens';
import { escapeHtml, type Heading, type RenderedPage } from './markdown.ts';
import { START_PAGE, type NavigationGroup } from './site-pages.ts';

/** A longer outline is left out. */
const MAX_SECTIONS = 60;

/** A page with its place in the site. `linkTo` returns the address of another file relative to this page. */
type FramedPage = {
  page: RenderedPage;
  file: string;
  navigation: readonly NavigationGroup[];
  assets: { style: string; script: string; search: string };
  version: string;
  linkTo(file: string): string;
};

/** Renders a whole page. */
export function framePage({ page, file, navigation, assets, version, linkTo }: FramedPage): string {
  const start = escapeHtml(linkTo(START_PAGE));
  const outline = page.sections.filter(({ level }) => level === 2);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(page.summary.slice(0, 200))}">
<title>${escapeHtml(page.title)} · Millrace manual</title>
<link rel="icon" href="${MARK_ADDRESS}">
<link rel="stylesheet" href="${escapeHtml(assets.style)}">
<script src="${escapeHtml(assets.script)}" defer></script>
</head>
<body data-search="${escapeHtml(assets.search)}" data-root="${start.replace(/index\.html$/, '')}">
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="home" href="${start}"><img src="${MARK_ADDRESS}" alt="" width="20" height="20">Millrace manual</a>
<button type="button" class="menu" aria-expanded="false" aria-controls="pages">Pages</button>
<form role="search" class="search">
<label for="search" class="unseen">Search the manual</label>
<input type="search" id="search" placeholder="Search" autocomplete="off" spellcheck="false" aria-controls="found">
<div id="found" class="found" hidden><p class="count" role="status"></p><ol></ol></div>
</form>
</header>
<div class="columns">
<nav id="pages" class="pages" aria-label="Pages">
${navigation.map((group) => groupOf(group, file, linkTo)).join('\n')}
</nav>
<main id="content" tabindex="-1">
${page.html}</main>
${outline.length > 1 && outline.length <= MAX_SECTIONS ? outlineOf(outline) : ''}
</div>
<footer><p>Millrace ${escapeHtml(version)}. This page is <code>${escapeHtml(file)}</code> of the repository.</p></footer>
</body>
</html>
`;
}

function groupOf({ level, title, entries }: NavigationGroup, file: string, linkTo: (file: string) => string): string {
  const items = entries.map(
    (entry) =>
      `<li><a href="${escapeHtml(linkTo(entry.file))}"${entry.file === file ? ' aria-current="page"' : ''}>${escapeHtml(entry.title)}</a></li>`,
  );
  return `<p class="group-${level}">${escapeHtml(title)}</p>${items.length > 0 ? `<ul>${items.join('')}</ul>` : ''}`;
}

const outlineOf = (headings: readonly Heading[]): string =>
  `<nav class="outline" aria-label="On this page"><p>On this page</p><ul>${headings
    .map(({ id, text }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`)
    .join('')}</ul></nav>`;
