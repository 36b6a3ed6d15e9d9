/**
 * Makes the documentation of docs/ into `bundle/docs/`, which the daemon serves at /docs: a page for each Markdown file,
 * that file itself beside it, for programs that read, and `llms.txt`, a list of them. Links between the files, which lead
 * to `.md` in the repository, lead to the pages. Run by build.mjs as `node bundle-docs.mjs ROOT`.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Eleventy from '@11ty/eleventy';
import anchors from 'markdown-it-anchor';

/**
 * `order`: hundreds for the section, the rest for the place in it.
 * @typedef {{ title: string, description: string, order: number }} FrontMatter
 * @typedef {{ data: FrontMatter, inputPath: string, filePathStem: string }} Page
 */

const SECTIONS = ['Begin', 'Build', 'Improve', 'Operate', 'Compare', 'Reference'];
const [root = ''] = process.argv.slice(2);
const docs = join(root, 'docs');
const target = join(root, 'bundle', 'docs');
/** @type {Page[]} */
let pages = [];

/** @param {Page} page below docs/, without an ending */
const nameOf = ({ filePathStem }) => filePathStem.slice(1);
/** From a page to the folder of all. @param {string} name of the page */
const upFrom = name => '../'.repeat(name.split('/').length - 1);

/** Files of the repository that pages link to, by path. @type {Set<string>} */
const linked = new Set();

/**
 * Where a link of a page leads from the built page. What stands outside of docs/ is served as text below it.
 * @param {string} href
 */
function addressOf(href) {
  if (href.includes(':')) return href;
  const outside = /^(?:\.\.\/)+(?!\w+\.md)(\w.*\/.*)$/.exec(href)?.[1];
  if (outside === undefined) return href.replace(/\.md(?=#|$)/, '.html');
  linked.add(outside);
  return `files/${outside}.txt`;
}

/** @param {import('@11ty/eleventy').EleventyConfig} config */
function configure(config) {
  config.setUseGitIgnore(false);
  config.setIncludesDirectory('_site');
  config.ignores.add('docs/_examples');
  // Braces in pages are those of what they show, not of templates.
  config.addGlobalData('templateEngineOverride', 'md');
  config.addGlobalData('layout', 'page.njk');
  config.addGlobalData(
    'permalink',
    () =>
      (/** @type {{ page: Page }} */ { page }) =>
        `${nameOf(page)}.html`,
  );
  config.addGlobalData('eleventyComputed', {
    root: (/** @type {{ page: Page }} */ { page }) => upFrom(nameOf(page)),
    path: (/** @type {{ page: Page }} */ { page }) => `${nameOf(page)}.html`,
  });
  config.addCollection('sections', (/** @type {{ getAll(): Page[] }} */ all) => {
    pages = all.getAll().sort((a, b) => a.data.order - b.data.order);
    return SECTIONS.map((name, at) => ({
      name,
      pages: pages
        .filter(({ data }) => Math.floor(data.order / 100) === at)
        .map(page => ({ title: page.data.title, path: `${nameOf(page)}.html` })),
    }));
  });
  config.amendLibrary('md', markdown => {
    markdown.set({ html: true, typographer: false });
    markdown.use(anchors, { tabIndex: false });
    markdown.core.ruler.push('pages', ({ tokens }) => {
      for (const { children } of tokens) {
        for (const token of children ?? []) {
          const href = token.attrGet('href');
          if (href !== null) token.attrSet('href', addressOf(href));
        }
      }
    });
  });
}

rmSync(target, { recursive: true, force: true });
process.chdir(root);
const eleventy = new Eleventy('docs', 'bundle/docs', {
  quietMode: true,
  config: configure,
});
await eleventy.init();
await eleventy.write();
mkdirSync(target, { recursive: true });
copyFileSync(join(docs, '_site', 'style.css'), join(target, 'style.css'));
for (const path of linked) {
  mkdirSync(dirname(join(target, 'files', path)), { recursive: true });
  copyFileSync(join(root, path), join(target, 'files', `${path}.txt`));
}
for (const page of pages) {
  const name = `${nameOf(page)}.md`;
  mkdirSync(dirname(join(target, name)), { recursive: true });
  const text = readFileSync(join(docs, name), 'utf8').replace(/^---\n.*?\n---\n+/s, '');
  writeFileSync(join(target, name), text);
}
const listed = (/** @type {Page} */ page) => `- [${page.data.title}](${nameOf(page)}.md): ${page.data.description}`;
writeFileSync(
  join(target, 'llms.txt'),
  [
    '# Vitrine',
    '',
    '> An open product-discovery engine for online shops: autocomplete, search, category pages and recommendations from one daemon.',
    '',
    'The whole HTTP interface is described at [/openapi.json](/openapi.json) (OpenAPI 3.1).',
    ...SECTIONS.flatMap((name, at) => [
      '',
      `## ${name}`,
      '',
      ...pages.filter(({ data }) => Math.floor(data.order / 100) === at).map(listed),
    ]),
    '',
  ].join('\n'),
);
