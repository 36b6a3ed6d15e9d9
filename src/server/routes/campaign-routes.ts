/** The routes of one campaign: read, put and removed, guarded by its entity tag where the client sends one. */
import { ACCESS, IMPORT_ACCESS } from '../../api/access.js';
import { Parameters } from '../../api/parameters.js';
import { type Campaign, campaignKey, campaignTag, isCampaignId } from '../../catalog/site/campaign-document.js';
import { badRequest, Problem } from '../../errors/problem.js';
import type { ImportMode, ItemOrder } from '../../imports/protocol.js';
import type { Site } from '../../index/site.js';
import { quote } from '../../kernel/quote.js';
import { tooLarge } from '../http/body.js';
import type { Route, RouteHandler } from '../http/router.js';
import type { Incoming } from '../http/transport.js';
import { authorise } from './authorise.js';
import { checkContentType, importHeader, optionalEncoding } from './import-headers.js';
import type { AdminContext } from './import-routes.js';

/** Larger than any campaign within its limits. */
const MAX_CAMPAIGN_BYTES = 4 << 20;

export interface CampaignContext extends AdminContext {
  /** The documents of the live snapshot. */
  liveSite(): Site | undefined;
}

export function campaignRoutes(context: CampaignContext): Route[] {
  return [
    {
      name: 'campaign',
      paths: ['/api/admin/v3/campaign', '/api/admin/v4/campaign'],
      methods: { GET: read(context), PUT: change(context, 'replace'), DELETE: change(context, 'remove') },
    },
  ];
}

function read({ keys, liveSite }: CampaignContext): RouteHandler {
  return async (exchange, incoming) => {
    const wanted = tagsOf(incoming.header('if-none-match'));
    await authorise(keys, exchange, incoming, ACCESS.readCampaign);
    const id = idOf(exchange.query);
    const campaign = liveSite()?.get<Campaign>(campaignKey('campaign', id));
    if (campaign === undefined) throw new Problem('campaign_unknown', `campaign ${quote(id)} does not exist`);
    const tag = campaignTag(campaign);
    if (wanted?.includes(tag) || wanted?.includes('*')) exchange.reply(304, ['ETag', tag]);
    else exchange.json(200, campaign, ['ETag', tag, 'Cache-Control', 'no-cache']);
  };
}

function change({ keys, imports }: CampaignContext, mode: ImportMode): RouteHandler {
  return async (exchange, incoming) => {
    const body = exchange.readBody(MAX_CAMPAIGN_BYTES, true);
    const contentType = incoming.header('content-type');
    const contentEncoding = incoming.header('content-encoding').trim().toLowerCase();
    const expectedBytes = Number(incoming.header('content-length')) || 0;
    const conditions = conditionsOf(incoming);
    const actor = await authorise(keys, exchange, incoming, IMPORT_ACCESS.campaign);
    const parameters = new Parameters(exchange.query);
    const item: ItemOrder = { id: idOf(exchange.query), ...conditions };
    if (mode === 'replace') checkContentType(contentType);
    const encoding = optionalEncoding(contentEncoding);
    if (expectedBytes > MAX_CAMPAIGN_BYTES) throw tooLarge(MAX_CAMPAIGN_BYTES);
    const name = parameters.text('name');
    const order = { kind: 'campaign' as const, mode, encoding, item, force: false, validationOnly: false };
    const { id, done } = await imports.accept(
      { ...order, ...(name === undefined ? {} : { name }) },
      actor,
      body,
      expectedBytes,
    );
    await done;
    exchange.reply(204, importHeader(id));
  };
}

function idOf(query: string): string {
  const id = new Parameters(query).required('id');
  if (!isCampaignId(id)) throw badRequest('id', `found ${quote(id)}, expected 1 to 50 letters, digits, _ and -`);
  return id;
}

function conditionsOf(incoming: Incoming): Omit<ItemOrder, 'id'> {
  const ifMatch = tagsOf(incoming.header('if-match'));
  const ifNoneMatch = incoming.header('if-none-match').trim();
  if (ifNoneMatch !== '' && ifNoneMatch !== '*') {
    throw badRequest('If-None-Match', `found ${quote(ifNoneMatch)}, expected * or nothing`);
  }
  return { ...(ifMatch && { ifMatch }), ...(ifNoneMatch === '*' && { ifNoneMatch: true as const }) };
}

/** The entity tags of a header, `*` among them; undefined where it is absent or empty. */
function tagsOf(header: string): string[] | undefined {
  if (header.trim() === '') return undefined;
  return header.split(',').flatMap(tag => tag.trim().replace(/^W\//, '') || []);
}
