/** Markdown of a page as HTML that a strict content security policy allows: no inline styles, no HTML of its own. */
import Slugger from 'github-slugger';
import MarkdownIt, { type Token } from 'markdown-it';

/** The target of a link of a page: an address relative to the page, with the size of a picture in pixels; undefined if the site does not have it. */
export type ResolvedLink = { href: string; width?: number; height?: number } | undefined;

/** A heading of a page. `level` is 1 to 6; `id` is its anchor, which is the one that GitHub makes. */
export type Heading = { level: number; id: string; text: string };

/** The text below a heading, without markup. */
type PageSection = Heading & { body: string };

/** A page as HTML, with its title, its sections, and the text of its first paragraph. */
export type RenderedPage = { title: string; html: string; sections: PageSection[]; summary: string };

/** Writes a text so that HTML shows it as it is, also in an attribute. */
export const { escapeHtml } = new MarkdownIt().utils;

/** Renders the text of a page. `resolve` gets the links of the page as they are written. */
export function renderPage(text: string, resolve: (href: string) => ResolvedLink): RenderedPage {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  const tokens = markdown.parse(text, {});
  const sections = readSections(tokens);
  tokens.forEach(alignByClass);
  for (const { children } of tokens) resolveLinks(children ?? [], resolve);
  const { rules } = markdown.renderer;
  const headings = [...sections];
  rules['heading_close'] = (all, index) => {
    const heading = headings.shift();
    const tag = all[index]?.tag ?? 'h2';
    return heading === undefined || heading.level === 1
      ? `</${tag}>\n`
      : ` <a class="anchor" href="#${escapeHtml(heading.id)}" aria-label="Link to ${escapeHtml(heading.text)}">#</a></${tag}>\n`;
  };
  rules['table_open'] = () => '<div class="wide"><table>\n';
  rules['table_close'] = () => '</table></div>\n';
  rules['fence'] = (all, index) => {
    const { info = '', content = '' } = all[index] ?? {};
    // The second word after the fence is the file, which is shown as the caption.
    const [language = '', file] = info.trim().split(/\s+/);
    const code = `<pre class="wide"${language === '' ? '' : ` data-language="${escapeHtml(language)}"`}><code>${escapeHtml(content)}</code></pre>`;
    const caption = file ?? (language === 'mermaid' ? 'The diagram as text' : undefined);
    return caption === undefined ? `${code}\n` : `<figure><figcaption>${escapeHtml(caption)}</figcaption>${code}</figure>\n`;
  };
  const html = markdown.renderer.render(tokens, markdown.options, {});
  const paragraph = tokens.findIndex(({ type }) => type === 'paragraph_open');
  const title = sections.find(({ level }) => level === 1)?.text ?? '';
  return { title, html, sections, summary: textOf(tokens[paragraph + 1]) };
}

/** Gives each heading its anchor, and collects the text below it. */
function readSections(tokens: readonly Token[]): PageSection[] {
  const slugger = new Slugger();
  const sections: PageSection[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const text = textOf(tokens[index + 1]);
      const id = slugger.slug(text);
      token.attrSet('id', id);
      sections.push({ level: Number(token.tag.slice(1)), id, text, body: '' });
    } else if (tokens[index - 1]?.type !== 'heading_open') {
      const section = sections.at(-1);
      const text = token.type === 'fence' ? token.content : token.type === 'inline' ? textOf(token) : '';
      if (section !== undefined && text !== '') section.body += `${section.body === '' ? '' : ' '}${text.trim()}`;
    }
  }
  return sections;
}

/** The text of a token without its markup. */
const textOf = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');

const attributeOf = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

/** Tables align their cells by a style attribute, which the policy forbids. */
function alignByClass(token: Token): void {
  const style = attributeOf(token, 'style');
  if (style === '') return;
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
  token.attrJoin('class', style.replace('text-align:', ''));
}

/** Replaces the links of a page by those of the site. A file that the site does not have is shown as text, with its path as the title. */
function resolveLinks(tokens: readonly Token[], resolve: (href: string) => ResolvedLink): void {
  let isText = false;
  for (const token of tokens) {
    if (token.type === 'image') {
      const { href = '', width, height } = resolve(attributeOf(token, 'src')) ?? {};
      token.attrSet('src', href);
      if (width !== undefined) token.attrSet('width', `${width}`);
      if (height !== undefined) token.attrSet('height', `${height}`);
    } else if (token.type === 'link_open') {
      const href = attributeOf(token, 'href');
      const resolved = resolve(href);
      isText = resolved === undefined;
      if (resolved === undefined) {
        token.tag = 'span';
        token.attrs = [['title', `In the repository: ${href.replace(/^(?:\.\.?\/)+/, '')}`]];
      } else token.attrSet('href', resolved.href);
    } else if (token.type === 'link_close' && isText) token.tag = 'span';
  }
}
