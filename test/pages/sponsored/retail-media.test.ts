import t from 'tap';
import { type Page, pageKey } from '../../../src/catalog/site/page-document.js';
import type { RetailMediaRequest } from '../../../src/pages/shared/requests.js';
import { responseFaults } from '../../api/response-faults.js';
import { Builder, type Catalog, CONTEXT } from '../shop.js';

const page: Page = {
  id: '/lamps',
  paths: { 'en-GB': '/home/lamps', 'sv-SE': '/hem/lampor' },
  sponsoredLists: [{ id: 'top', limit: 4 }, { id: 'end' }],
  banners: [{ id: 'wide', type: 'IMAGE', width: 800, height: 100 }],
};
const lamp = {
  markets: ['se'],
  defaults: { title: 'Lamp', url: '/p', dataLocale: 'en-GB' },
  overrides: { '*|sv-SE': { title: 'Lampa' } },
  variants: { v: { defaults: { listPrice: 100 } } },
};
const catalog: Catalog = {
  groups: { g: { products: { p: lamp } } },
  translations: [],
  documents: {
    [pageKey('page', 'se', page.id)]: page,
    [pageKey('preview', 'se', page.id)]: { ...page, sponsoredLists: [{ id: 'new' }] },
    [pageKey('page', 'se', '/plain')]: { id: '/plain' },
  },
};
const builder = new Builder(t);

interface SponsoredJson {
  sponsoredLists: { id: string; productGroups: unknown[]; winners: unknown[] }[];
}

t.test('the sponsored lists of a page are there, with nothing in them', async t => {
  builder.with(catalog, shop => {
    const sponsored = (pageReference: string, asked: Partial<RetailMediaRequest> = {}) => {
      const context = { ...CONTEXT, market: 'se', locale: 'en-GB' };
      const text = shop.text({ ...context, query: 'sponsored-page', pageReference, ...asked });
      const answer = JSON.parse(text) as SponsoredJson;
      t.same(responseFaults('sponsored-page', answer), []);
      for (const { productGroups, winners } of answer.sponsoredLists) t.same([productGroups, winners], [[], []]);
      return answer.sponsoredLists.map(({ id }) => id);
    };
    for (const reference of ['/lamps', 'lamps', 'lamps/', '/home/lamps', 'hem/lampor']) {
      t.same(sponsored(reference), ['top', 'end'], reference);
    }
    t.same(sponsored('/lamps', { viewId: 'PREVIEW' }), ['new']);
    t.same(sponsored('/plain'), []);
    t.same(sponsored('/nowhere'), []);
    t.throws(() => sponsored('/lamps', { templateId: 'none' }), { error: 'BAD_REQUEST', message: /^templateId: / });
  });
});

t.test('there are no banners', async t => {
  builder.with(catalog, shop => {
    for (const pageReference of ['/lamps', '/nowhere']) {
      const context = { ...CONTEXT, market: 'se', locale: 'sv-SE' };
      t.equal(shop.text({ ...context, query: 'banners', pageReference }), '{"banners":[]}');
    }
  });
});
