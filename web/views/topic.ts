/**
 * The products of a topic that the shop has put together beforehand: its ticket says which.
 */
import { discoveryTopic } from '../api/queries.js';
import { heading, productCount, products } from '../listing/listing.js';
import { t } from '../texts/text.js';
import type { View } from './view.js';

export const topic: View = async (page, signal) => {
  const { state } = page;
  const found = await discoveryTopic(state, state.reference, signal);
  const list = found.body.primaryList;
  const count = productCount(list.totalHits, state.locale);
  return {
    title: t('topic'),
    content: [heading(t('topic'), count), ...products(list, [], page)],
    status: count,
    answer: found,
  };
};
