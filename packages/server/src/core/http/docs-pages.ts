/** The home page of servers without the console, and the reference page: their HTML, their style and their script. */
import { MARK_ADDRESS, themedTokens } from '@millrace/contract/design-tokens';

const head = (title: string, style: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${MARK_ADDRESS}">
<link rel="stylesheet" href="${style}">
`;

const MARK = `<img src="${MARK_ADDRESS}" alt="" width="24" height="24">`;

/** The reference page of a version. */
export const referencePage = (
  version: string,
): string => `${head(`Millrace API ${version}`, `/docs/page.css?${version}`)}<header class="top">
<a class="home" href="/">${MARK}Millrace</a>
<nav aria-label="Documents"><a href="/manual/">Manual</a><a href="/openapi.json">OpenAPI</a><a href="/asyncapi.json">AsyncAPI</a></nav>
</header>
<main id="reference"></main>
<noscript>This page needs JavaScript; the document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js?${version}"></script>
<script src="/docs/page.js?${version}"></script>
`;

/** The home page of a version. */
export const homePage = (version: string): string => `${head(`Millrace ${version}`, `/docs/home.css?${version}`)}<main>
<h1>${MARK}Millrace <small>${version}</small></h1>
<p>The control plane for data integration runs here. Programs and the command line <code>millrace</code> speak to it at this address.</p>
<ul>
<li><a href="/account">Your account</a>: password, second factor and sessions</li>
<li><a href="/manual/">Manual</a>: tutorials, how-to guides, reference and explanations</li>
<li><a href="/docs">API reference</a>: every operation, to read and to try</li>
<li><a href="/openapi.json">OpenAPI document</a>: for generators of clients</li>
<li><a href="/asyncapi.json">AsyncAPI document</a>: the events that the server sends</li>
<li><a href="/readyz">Readiness</a> and <a href="/healthz">health</a>: for monitoring</li>
</ul>
</main>
`;

const BASE = `${themedTokens()}* { box-sizing: border-box }
body { margin: 0; font: 14px/1.5 var(--sans); color: var(--ink); background: var(--ground) }
a { color: var(--accent) }
code { font: .9em var(--mono) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`;

/** The style of the home page. */
export const HOME_STYLE = `${BASE}main { max-width: 36rem; margin: 12vh auto 2rem; padding: 1.25rem 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--panel-corner) }
h1 { display: flex; gap: .5rem; align-items: center; margin: 0 0 .75rem; font-size: 1.25rem; font-weight: 600; line-height: 1.75rem }
small { font-size: .875rem; font-weight: 400; color: var(--soft) }
p { margin: 0 0 .75rem }
ul { margin: 0; padding-left: 1.2rem }
li { margin: .25rem 0 }
@media (max-width: 40rem) { main { margin: 1rem } }
`;

/**
 * The style of the reference page. The sheet of the package is a layer, so that each rule of ours wins. Its colours are all replaced: whatever has
 * none of its own has those of the page.
 */
export const referenceStyle = (version: string): string => `@import url('/docs/swagger-ui.css?${version}') layer(package);
${BASE}noscript { display: block; margin: 2rem }
.top { display: flex; gap: 1rem; align-items: center; justify-content: space-between; min-height: 3rem; padding: 0 1.5rem; background: var(--card); border-bottom: 1px solid var(--line) }
.home { display: flex; gap: .5rem; align-items: center; font-weight: 600; color: var(--ink); text-decoration: none }
.top nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.swagger-ui { font: inherit; color: var(--ink) }
.swagger-ui :not(svg, svg *) { font-family: inherit; color: inherit; text-shadow: none; background-color: transparent; border-color: var(--line); box-shadow: none; outline-color: var(--accent) }
.swagger-ui svg { fill: currentcolor; color: var(--soft) }
.swagger-ui a:not(.nostyle) { color: var(--accent) }
.swagger-ui .wrapper { max-width: 72rem; padding: 0 1.5rem }
.swagger-ui .info { margin: 1.5rem 0 1rem }
.swagger-ui .info .title { font-size: 1.25rem; font-weight: 600; line-height: 1.75rem }
.swagger-ui .info .title small { top: 0; padding: 0; margin-left: .5rem; background: none; vertical-align: baseline }
.swagger-ui .info .title small pre { padding: 0; margin: 0; font-size: .8125rem; font-weight: 400; color: var(--soft) }
.swagger-ui .info :is(p, li, .info__license, .link) { margin: 0 0 .5rem; font-size: .875rem; line-height: 1.5 }
.swagger-ui :is(code, pre, textarea, .opblock-summary-path, .opblock-summary-path__deprecated, .opblock-summary-method, .model, .parameter__name, .parameter__type, .prop-format, .prop-type) { font-family: var(--mono) }
.swagger-ui :is(code, .renderedMarkdown code) { padding: 0 .25rem; font-size: .9em; color: var(--ink); background: var(--hover); border-radius: 4px }
.state { max-width: 72rem; margin: 1.5rem auto; padding: 0 1.5rem; color: var(--soft) }
.swagger-ui .auth-wrapper { justify-content: flex-start; margin: 0 0 1rem }
.swagger-ui .auth-wrapper .authorize { margin: 0 }
.swagger-ui .filter { padding: 0 }
.swagger-ui :is(input:not([type='checkbox'], [type='radio']), select, textarea, .filter .operation-filter-input) { min-height: 2rem; margin: 0; padding: .25rem .5rem; font-size: .875rem; color: var(--ink); background-color: var(--card); border: 1px solid var(--edge); border-radius: var(--corner) }
.swagger-ui select { padding-right: 2rem; font-weight: 400 }
.swagger-ui ::placeholder { color: var(--faint); opacity: 1 }
.swagger-ui .filter .operation-filter-input { margin: 0 0 1rem }
.swagger-ui .opblock-tag { justify-content: space-between; margin: 0; padding: .5rem .25rem; font-size: .9375rem; font-weight: 600; border-bottom: 1px solid var(--line) }
.swagger-ui .opblock-tag small p { margin: 0 }
.swagger-ui .opblock-tag:hover { background: var(--hover) }
.swagger-ui .opblock-tag small { padding: 0 .75rem; font-size: .8125rem; line-height: 1.25rem; color: var(--soft) }
.swagger-ui .opblock { margin: .25rem 0; background: var(--card); border: 1px solid var(--line); border-radius: var(--corner) }
.swagger-ui .opblock .opblock-summary { padding: 0 .5rem; border: 0 }
.swagger-ui .opblock.is-open .opblock-summary { border-bottom: 1px solid var(--line) }
.swagger-ui .opblock .opblock-summary:hover { background: var(--hover) }
.swagger-ui .opblock-summary-control:focus { outline-offset: -2px }
.swagger-ui .opblock-summary-control { min-height: 2rem; padding: 0 .25rem }
.swagger-ui .opblock .opblock-summary-method { min-width: 4.5rem; padding: 0; font-size: .75rem; font-weight: 600; text-align: left }
.swagger-ui .opblock .opblock-summary :is(.opblock-summary-path, .opblock-summary-path__deprecated) { font-size: .8125rem; font-weight: 500 }
.swagger-ui .opblock-summary-description { font-size: .8125rem; color: var(--soft) }
.swagger-ui .opblock-get .opblock-summary-method { color: var(--accent) }
.swagger-ui .opblock-post .opblock-summary-method { color: var(--good) }
.swagger-ui :is(.opblock-put, .opblock-patch) .opblock-summary-method { color: var(--warn) }
.swagger-ui .opblock-delete .opblock-summary-method { color: var(--bad) }
.swagger-ui :is(.opblock-head, .opblock-options) .opblock-summary-method { color: var(--stop) }
.swagger-ui .opblock-deprecated { opacity: 1 }
.swagger-ui .opblock .opblock-section-header { min-height: 2.5rem; padding: .25rem 1rem; background: var(--ground); border-block: 1px solid var(--line) }
.swagger-ui .opblock .opblock-section-header h4, .swagger-ui :is(h4, h5) { font-size: .875rem; font-weight: 600 }
.swagger-ui .opblock-description-wrapper, .swagger-ui .opblock-body .responses-inner { padding: .75rem 1rem }
.swagger-ui :is(p, li, td, th, label, .opblock-description-wrapper p, .parameter__name, .response-col_status, .tab li) { font-size: .8125rem }
.swagger-ui :is(.parameter__type, .parameter__in, .prop-format, .renderedMarkdown p, table.headers td, .response-col_links) { color: var(--soft) }
.swagger-ui :is(.parameter__name.required span, .errors-wrapper, .star) { color: var(--bad) }
.swagger-ui .parameter__name.required::after, .swagger-ui .opblock-section-request-body .opblock-section-header h4.required::after { color: var(--bad) }
.swagger-ui .opblock .tab-header .tab-item.active h4 span::after { background: var(--accent) }
.swagger-ui table thead tr :is(td, th) { font-weight: 600; color: var(--soft) }
.swagger-ui .btn { min-height: 1.75rem; padding: .125rem .75rem; font-size: .8125rem; font-weight: 600; color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: var(--corner) }
.swagger-ui .btn:hover { background: var(--hover) }
.swagger-ui .btn.authorize { display: inline-flex; gap: .5rem; align-items: center; color: var(--ink) }
.swagger-ui .btn.authorize span { float: none; padding: 0 }
.swagger-ui .btn.execute, .swagger-ui .btn.modal-btn.auth.authorize { color: var(--on); background: var(--accent); border-color: var(--accent) }
.swagger-ui .btn.cancel { color: var(--bad); border-color: var(--bad) }
.swagger-ui :is(.highlight-code, .microlight, pre.example, .body-param__example, textarea.curl) { font-size: .8125rem; font-weight: 400; color: var(--ink); background: var(--ground); border-radius: var(--corner) }
.swagger-ui .microlight { padding: .75rem; border: 1px solid var(--line) }
.swagger-ui .copy-to-clipboard { background: var(--hover); border-radius: 4px }
.swagger-ui .copy-to-clipboard button { background-color: var(--soft); background-image: none; clip-path: path('M4 7h8v8H4zM7 4h8v8h-2V6H7z') }
.swagger-ui .download-contents { color: var(--ink); background: var(--hover) }
.swagger-ui .scopes h5 { margin: 1rem 0 .5rem }
.swagger-ui .scopes h5 a { margin-inline-start: .75rem; font-weight: 400; color: var(--accent); text-decoration: underline; cursor: pointer }
.swagger-ui .dialog-ux .backdrop-ux { background: rgb(0 0 0 / 45%) }
.swagger-ui .dialog-ux .modal-ux { background: var(--raised); border: 1px solid var(--line); border-radius: var(--panel-corner); box-shadow: var(--shadow) }
.swagger-ui :is(section.models, .model-container, .model-box) { background: var(--card) }
.swagger-ui section.models { border: 1px solid var(--line); border-radius: var(--panel-corner) }
@media (max-width: 40rem) {
  .top, .swagger-ui .wrapper { padding-inline: 1rem }
  .swagger-ui .opblock-summary-path-description-wrapper { flex-direction: column; align-items: flex-start; padding: .25rem 0 }
  .swagger-ui :is(.opblock-tag small, .view-line-link) { display: none }
}
`;

/**
 * The script of the reference page. The layout is ours: one main part, headings in order, and no choice of the server, because there is only one. Parts of
 * the package are replaced: its path of an operation is a link within a button, and its button that closes the dialog has no name. Examples are not
 * coloured: their colours cannot be changed.
 */
export const REFERENCE_SCRIPT = `const parts = ({ React: { createElement, Fragment } }) => {
  // The scopes of an OAuth flow are a part of its section, whose heading is an h4.
  const lowered = (node) =>
    Array.isArray(node)
      ? node.map(lowered)
      : node?.props?.children === undefined
        ? node
        : createElement(node.type === 'h2' ? 'h5' : node.type, { ...node.props, key: node.key, children: lowered(node.props.children) });
  return ({
  components: {
    MillraceLayout: ({ getComponent, specSelectors }) => {
      const status = specSelectors.loadingStatus();
      const part = (name) => createElement(getComponent(name, true), { key: name });
      const heading = (words) => createElement('h2', { key: words, className: 'unseen' }, words);
      const wrapper = (...content) => createElement('div', { key: content[0].key, className: 'wrapper' }, content);
      if (status !== 'success')
        return createElement('p', { className: 'state', role: 'status' }, status.startsWith('failed') ? 'The document of the API could not be read. Load this page again.' : 'The document of the API is being read.');
      return createElement('div', { className: 'swagger-ui' }, [
        wrapper(part('InfoContainer')),
        wrapper(heading('Authorization'), part('AuthorizeBtnContainer')),
        wrapper(part('errors')),
        wrapper(heading('Operations'), part('FilterContainer'), part('operations'), part('Models')),
      ]);
    },
  },
  wrapComponents: {
    OperationSummaryPath: () => ({ operationProps }) => {
      const path = operationProps.get('path');
      const words = path.split(/(?=\\/)/g).flatMap((word, at) => [createElement('wbr', { key: at }), word]);
      return createElement('span', { className: 'opblock-summary-path', 'data-path': path }, words);
    },
    CloseIcon: (Icon) => (properties) =>
      createElement(Fragment, null, createElement('span', { className: 'unseen' }, 'Close'), createElement(Icon, properties)),
    Button: (Button) => ({ 'aria-label': label, ...properties }) => createElement(Button, properties),
    oauth2: (Oauth2) => class extends Oauth2 {
      render() {
        return lowered(super.render());
      }
    },
  },
  });
};
window.ui = SwaggerUIBundle({
  dom_id: '#reference',
  url: '/openapi.json',
  layout: 'MillraceLayout',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { activated: false },
  validatorUrl: null,
  plugins: [parts],
});
`;
