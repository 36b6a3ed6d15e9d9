/** The routes of the first front end, beside those of queries. */

import type { VisitorErasure } from '../../api/visitor-data.js';
import { TEMPLATES_KEY, type Templates } from '../../catalog/site/templates.js';
import type { TicketSecret } from '../../pages/shared/tickets/ticket-secret.js';
import { announcedSnapshot, siteOf } from '../../snapshot/index.js';
import type { Placement } from '../admission/placement.js';
import type { Readiness } from '../admission/readiness.js';
import { Explanations } from '../agents/explanations.js';
import type { BackupClient } from '../backup/backup-client.js';
import type { BehaviourClient } from '../behaviour/behaviour-client.js';
import type { DaemonJournal } from '../behaviour/daemon-journal.js';
import type { Erasures } from '../behaviour/erasures.js';
import { journalFolder } from '../behaviour/folders.js';
import type { LastActs } from '../behaviour/last-acts.js';
import type { ExportClient } from '../exports/export-client.js';
import type { BehaviourExchange } from '../fleet/behaviour/behaviour-exchange.js';
import type { FleetClient } from '../fleet/fleet-client.js';
import type { AddressRanges } from '../http/address-ranges.js';
import type { Route } from '../http/router.js';
import type { Imports } from '../imports/import-coordinator.js';
import type { SnapshotList } from '../imports/snapshot-list.js';
import type { LiveSnapshot } from '../live-snapshot/live-snapshot.js';
import type { Counts } from '../observability/counts.js';
import type { Metrics } from '../observability/metrics.js';
import type { QueryService } from '../queries/query-service.js';
import type { SearchEncoder } from '../queries/search-encoder.js';
import { backupRoute } from '../routes/backup-route.js';
import { campaignReportRoute } from '../routes/campaign-report-route.js';
import { campaignRoutes } from '../routes/campaign-routes.js';
import { docsRoute } from '../routes/docs-route.js';
import { explainRoute } from '../routes/explain-route.js';
import { exportRoutes } from '../routes/export-routes.js';
import { fleetRoutes } from '../routes/fleet-routes.js';
import { importRoutes } from '../routes/import-routes.js';
import { mcpAdminRoute } from '../routes/mcp-admin-route.js';
import { notificationRoutes } from '../routes/notification-routes.js';
import { openApiRoute } from '../routes/openapi-route.js';
import { operationRoutes, previewRoute, type Shown } from '../routes/operation-routes.js';
import { siteRoutes } from '../routes/site-routes.js';
import { topicRoute } from '../routes/topic-route.js';
import { visitorRoutes } from '../routes/visitor-routes.js';
import { webhookRoutes } from '../routes/webhook-routes.js';
import type { KeyRing } from '../storage/key-ring.js';
import type { WritableFolder } from '../storage/writable-folder.js';
import type { Webhooks } from '../webhooks/webhooks.js';

export interface OtherRoutesContext {
  dataDir: string;
  keys: KeyRing;
  ticketSecret: TicketSecret;
  maxImportBytes: number;
  /** Whether agents are answered. */
  mcp: boolean;
  counts: Counts;
  /** Whether answers are cached. */
  caching: boolean;
  /** Whether the page at / is served. */
  /** What the page at / shows of the live snapshot; undefined where it is switched off. */
  shown: (() => Shown) | undefined;
  docs: boolean;
  /** The daemon's version. */
  version: string;
  /** The query service of the first front end. */
  service: QueryService;
  encoder: SearchEncoder | undefined;
  /** Resolves when further front ends have reported their visits so far. */
  reported(): Promise<unknown>;
  erasures: Erasures;
  /** Undefined where the daemon is alone. */
  fleet: FleetClient | undefined;
  exchange: BehaviourExchange | undefined;
  behaviour: BehaviourClient;
  ranges: AddressRanges;
  notifications: DaemonJournal;
  folder: WritableFolder;
  live: LiveSnapshot;
  snapshots: SnapshotList;
  readiness: Readiness;
  exports: ExportClient;
  backups: BackupClient;
  imports: Imports;
  /** Undefined where the daemon holds all markets. */
  placement: Placement | undefined;
  /** Undefined where the daemon is alone. */
  acts: LastActs | undefined;
  metrics: Metrics;
  /** Undefined where the settings name no receivers. */
  webhooks: Webhooks | undefined;
}

export function otherRoutes(context: OtherRoutesContext): Route[] {
  const { dataDir, keys, ticketSecret, maxImportBytes, service, encoder, behaviour, live, imports, placement } =
    context;
  const { journal, latest, metrics: notificationMetrics } = context.notifications;
  const admin = {
    keys,
    imports,
    maxImportBytes,
    listSnapshots: async () => ({ live: live.current?.shared.id, snapshots: await context.snapshots.all() }),
  };
  const explanations = new Explanations(service, encoder);
  return [
    ...(context.mcp ? [mcpAdminRoute({ ...context, explanations })] : []),
    ...importRoutes(admin),
    ...siteRoutes(admin),
    ...campaignRoutes({ ...admin, liveSite: () => live.current && siteOf(live.current.shared) }),
    campaignReportRoute({ keys, behaviour }),
    ...notificationRoutes({
      journal,
      requireWritable: () => context.folder.require(),
      latest,
      metrics: notificationMetrics,
      behaviour,
      ranges: context.ranges,
      live,
      announced: () => announcedSnapshot(dataDir),
      keys,
      ticketSecret,
      placement,
      acts: context.acts,
    }),
    explainRoute({ explanations, keys, ticketSecret, placement }),
    topicRoute({ live, keys, ticketSecret, placement }),
    ...visitorRoutes({
      keys,
      journal,
      journalDir: journalFolder(dataDir),
      exportVisitor: customerKey => context.reported().then(() => behaviour.requests.exportVisitor(customerKey)),
      erase: customerKey => forget(customerKey, context),
    }),
    ...exportRoutes({ keys, exports: context.exports, liveSnapshot: () => live.current?.shared }),
    backupRoute(context),
    ...operationRoutes(context.metrics, context.readiness),
    ...fleetRoutes({ keys, readiness: context.readiness, fleet: context.fleet }),
    ...webhookRoutes(keys, context.webhooks),
    ...(context.shown ? [previewRoute(context.shown)] : []),
    ...(context.docs ? [docsRoute] : []),
    openApiRoute(context.version),
  ];
}

/** What the page at / shows of the live snapshot. */
export function shownOf({ current }: Pick<OtherRoutesContext['live'], 'current'>): Shown {
  const shared = current?.shared;
  const views = shared?.manifest.views.map(({ market, locale }) => ({ market, locale })) ?? [];
  return { views, templates: Object.keys((shared && siteOf(shared).get<Templates>(TEMPLATES_KEY)) ?? {}) };
}

/** Forgets a customer here and in the fleet. */
async function forget(
  customerKey: string,
  { erasures, exchange }: Pick<OtherRoutesContext, 'erasures' | 'exchange'>,
): Promise<VisitorErasure> {
  const [erased, daemons] = await Promise.all([erasures.erase(customerKey), exchange?.erase(customerKey)]);
  return { ...erased, ...(daemons && { daemons }) };
}
