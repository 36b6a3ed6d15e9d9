/** The route of the report of campaigns: what they were shown, clicked, billed and sold, and what was not billed. */
import { ACCESS } from '../../api/access.js';
import { Parameters } from '../../api/parameters.js';
import { REPORT_FORMATS } from '../../behaviour/campaigns/campaign-report.js';
import { isCampaignId } from '../../catalog/site/campaign-document.js';
import { badRequest, Problem } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';
import type { BehaviourClient } from '../behaviour/behaviour-client.js';
import type { Route } from '../http/router.js';
import type { KeyRing } from '../storage/key-ring.js';
import { authorise } from './authorise.js';

const TYPES = { json: 'application/json;charset=utf-8', csv: 'text/csv;charset=utf-8' } as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function campaignReportRoute({ keys, behaviour }: { keys: KeyRing; behaviour: BehaviourClient }): Route {
  return {
    name: 'campaign-report',
    paths: ['/api/admin/v3/export/campaign-report', '/api/admin/v4/export/campaign-report'],
    methods: {
      GET: async (exchange, incoming) => {
        await authorise(keys, exchange, incoming, ACCESS.campaignReport);
        const parameters = new Parameters(exchange.query);
        const [from, to] = [dayOf(parameters, 'from'), dayOf(parameters, 'to')];
        if (from !== undefined && to !== undefined && from > to) {
          throw badRequest('to', `found ${to}, expected a day that is not before ${from}`);
        }
        const campaign = parameters.text('campaign');
        if (campaign !== undefined && !isCampaignId(campaign)) {
          throw badRequest('campaign', `found ${quote(campaign)}, expected 1 to 50 letters, digits, _ and -`);
        }
        const format = parameters.word('format', REPORT_FORMATS) ?? 'json';
        if (!behaviour.ledger) throw new Problem('campaign_unknown', OFF);
        const days = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
        const order = { ...days, ...(campaign !== undefined && { campaign }), format };
        const report = await behaviour.requests.campaignReport(order);
        exchange.reply(200, ['Content-Type', TYPES[format], 'Cache-Control', 'no-store'], report);
      },
    },
  };
}

const OFF = 'retail media is switched off; the setting site.retailMedia switches it on';

function dayOf(parameters: Parameters, name: 'from' | 'to'): string | undefined {
  const day = parameters.text(name);
  if (day === undefined) return undefined;
  const time = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(day)) return day;
  throw badRequest(name, `found ${quote(day)}, expected a day like 2026-01-31`);
}
