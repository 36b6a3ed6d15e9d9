/**
 * Every error that a caller can be told about, in one table: its stable code, the HTTP status it is answered with, what
 * has happened, and how to get out of it. Replies carry the code, and the description of the interface lists the table.
 * A code keeps its meaning for good: messages may change, and clients branch on codes.
 */

/** The name that replies carry as `error`, by status. */
export const ERROR_NAMES = {
  400: 'BAD_REQUEST',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  421: 'MISDIRECTED_REQUEST',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
} as const;

export type ErrorStatus = keyof typeof ERROR_NAMES;
export type ErrorName = (typeof ERROR_NAMES)[ErrorStatus];

interface ErrorEntry {
  status: ErrorStatus;
  /** What has happened. */
  happened: string;
  /** What the caller, or the operator, can do. */
  remedy: string;
}

const entry = (status: ErrorStatus, happened: string, remedy: string): ErrorEntry => ({ status, happened, remedy });

const NAMED = 'Correct what the message names.';
const REPEAT = 'Repeat the request after the time that Retry-After tells.';
const SEE_LOG = 'Look the id of the reply up in the log of the daemon, and report it as a defect.';

export const ERRORS = {
  parameter_missing: entry(400, 'A required parameter, header or member of the body is absent.', NAMED),
  parameter_invalid: entry(400, 'A parameter, header or member of the body has a value that is not allowed.', NAMED),
  parameters_conflict: entry(400, 'Two parameters exclude each other.', 'Send one of the two.'),
  limit_exceeded: entry(400, 'A value or a list is longer than its limit.', 'Send less; the message tells the limit.'),
  answer_too_long: entry(
    400,
    'The answer would be longer than its limit.',
    'Ask for fewer products or lists, or name a response template that shows less of each product.',
  ),
  framing_doubtful: entry(
    400,
    'It is doubtful where the body of the request ends; the connection is closed.',
    'Send one Content-Length, or Transfer-Encoding: chunked.',
  ),
  request_too_large: entry(400, 'A request names more things than are looked up at once.', 'Ask for them in several.'),
  currency_unknown: entry(
    400,
    'It is not known in which currency the prices of the market are.',
    'Import a configuration with the currency of the market (`appSettings.currency`).',
  ),
  url_too_long: entry(400, 'The URL is longer than its limit.', 'Send long values in the body of a POST.'),
  body_missing: entry(400, 'The request needs a body and has none.', 'Send the body that the message shows.'),
  body_not_json: entry(400, 'The body is not JSON.', 'Send valid JSON.'),
  body_invalid: entry(400, 'The body is JSON, but not of the form that is expected.', 'Correct the paths in `errors`.'),
  body_not_gzip: entry(400, 'The body is not a complete gzip file.', 'Compress the body with gzip and send all of it.'),
  rules_invalid: entry(
    400,
    'A rule expression cannot be read.',
    'Correct it at the line and column that the message tells.',
  ),
  market_unknown: entry(
    400,
    'The market is not in the catalog.',
    'Send a market that the message lists, or import it.',
  ),
  locale_unknown: entry(
    400,
    'The locale is not in the catalog of the market.',
    'Send a locale that the message lists, or import it.',
  ),
  key_unknown: entry(
    400,
    'A key is not in the catalog of the market.',
    'Send the key of a product, variant or content item that was imported.',
  ),
  sort_not_offered: entry(
    400,
    'The page does not offer the sort order.',
    'Send one of the orders that the message lists, or none for the default of the page.',
  ),
  template_unknown: entry(
    400,
    'The response template does not exist.',
    'Send the id of a template that the message lists, or import it.',
  ),
  ticket_invalid: entry(
    400,
    'The ticket was not issued by this cluster, was changed, or names a product or position that was not shown.',
    'Send a ticket as a response gave it.',
  ),
  payment_lines_refused: entry(
    400,
    'Some lines of a payment name unknown variants; the others are recorded.',
    'Correct the lines in `errors`, and send those alone.',
  ),
  setting_invalid: entry(400, 'A setting of the daemon is unknown or has a value that is not allowed.', NAMED),
  catalog_refused: entry(
    400,
    'The catalog has faults; nothing of it was imported.',
    'Correct what `errorDetails` lists, and import it again.',
  ),
  document_refused: entry(
    400,
    'The document has faults; nothing of it was imported.',
    'Correct the paths in `errors`, and import it again.',
  ),
  import_dangerous: entry(
    400,
    'The import would take away more than half of what is there.',
    'Repeat it with force=true if that is intended.',
  ),
  import_destructive: entry(
    400,
    'The configuration would take away markets or locales that have products.',
    'Repeat it with allowDestructiveImport=true if that is intended.',
  ),
  origin_refused: entry(
    403,
    'A page of another site asks for what agents ask for.',
    'Name the origin in the setting corsOrigin, or its host in the setting hosts.',
  ),
  api_key_refused: entry(
    403,
    'The Api-Key is missing, unknown or revoked.',
    'Send a key that `vitrine keys list` shows; `vitrine keys create` makes one.',
  ),
  api_key_expired: entry(403, 'The time of the Api-Key is over.', 'Make another one with `vitrine keys create`.'),
  scope_missing: entry(
    403,
    'The Api-Key lacks the scope of the route.',
    'Send a key with a scope that the message names.',
  ),
  key_read_only: entry(403, 'The Api-Key is read-only, and the request changes what is stored.', 'Send another key.'),
  market_refused: entry(
    403,
    'The Api-Key is for some markets, and the request is about others.',
    'Send a key of the market, or of all markets where the request is about all of them.',
  ),
  endpoint_unknown: entry(404, 'There is no such route.', 'Look the path up in /openapi.json.'),
  cluster_unknown: entry(
    404,
    'The daemon does not answer to the host name of the request.',
    'Use a host name of the setting `hosts`, or add this one to it.',
  ),
  campaign_unknown: entry(404, 'There is no such campaign.', 'Choose one that `vitrine export campaigns` lists.'),
  snapshot_unknown: entry(
    404,
    'The snapshot is not kept, or never was.',
    'Choose one that `vitrine snapshots list` shows.',
  ),
  method_not_allowed: entry(405, 'The route does not answer this method.', 'Use a method that Allow lists.'),
  full_import_required: entry(
    405,
    'An older version wrote the catalog, or its store was damaged and imports are missing: it cannot be updated in part.',
    'Import the full catalog with PUT.',
  ),
  encoding_not_acceptable: entry(
    406,
    'The reply is offered in none of the encodings that the request accepts.',
    'Accept gzip or identity.',
  ),
  import_in_progress: entry(
    409,
    'Another import is running. Those of the catalog wait for their turn, unless too many do.',
    'Repeat the import when the running one has ended.',
  ),
  backup_in_progress: entry(409, 'Another backup is running.', 'Repeat the backup when the running one has ended.'),
  rollback_impossible: entry(
    409,
    'The catalog cannot be taken back to the snapshot: nothing is kept that undoes the imports since.',
    'Roll back to a later snapshot, or import the catalog again as it was.',
  ),
  data_folder_in_use: entry(
    409,
    'Another daemon uses the data folder.',
    'Stop that daemon, or give this one another folder.',
  ),
  precondition_failed: entry(
    412,
    'The item is not as the request expects: another request has changed, added or removed it.',
    'Read it again, and repeat the request with its ETag.',
  ),
  body_too_large: entry(413, 'The body is larger than its limit.', 'Send less, or raise the limit in the settings.'),
  inflated_too_large: entry(
    413,
    'The body inflates to more than its limit, or at a ratio that no catalog has.',
    'Send less, or raise the limit in the settings.',
  ),
  media_type_unsupported: entry(
    415,
    'The body has a media type or charset that the route does not take.',
    'Send the Content-Type that the message tells.',
  ),
  encoding_unsupported: entry(
    415,
    'The body has an encoding that the route does not take.',
    'Send the Content-Encoding that the message tells.',
  ),
  market_elsewhere: entry(
    421,
    'The daemon is one of a fleet that holds some of the markets, and not this one.',
    'Send the request to a daemon that the message and the header Vitrine-Market-At name.',
  ),
  internal: entry(500, 'The daemon has a defect.', SEE_LOG),
  import_failed: entry(500, 'The import failed because of a defect; nothing of it was imported.', SEE_LOG),
  publishing_failed: entry(
    500,
    'The catalog is stored, but its snapshot could not be published; queries are answered from the one before.',
    'Look the import up in the log; the next import, or a restart, publishes what is stored.',
  ),
  snapshot_damaged: entry(
    500,
    'A file of a snapshot is damaged or of another format.',
    'Run `vitrine doctor`; roll back to another snapshot, or import the catalog again.',
  ),
  behaviour_damaged: entry(
    500,
    'A file of what was learned from visitors is damaged.',
    'None needed: it is learned again from the journal.',
  ),
  ranking_damaged: entry(
    500,
    'The file of the weights of scores that were learned from visitors is damaged.',
    'Remove `behaviour/ranking.json` of the data folder, and run `vitrine learn train` again.',
  ),
  backup_damaged: entry(
    500,
    'A file of a backup is damaged or missing.',
    'Make the backup again, which replaces what is damaged, or restore another one.',
  ),
  overloaded: entry(503, 'More requests wait than the daemon can answer in time.', REPEAT),
  shutting_down: entry(503, 'The daemon is stopping.', 'Repeat the request with another daemon, or after the restart.'),
  fleet_unavailable: entry(
    503,
    'The daemons of the fleet cannot agree on a change: too few of its servers can be reached, or the writer has just changed.',
    REPEAT,
  ),
  starting: entry(503, 'A part of the daemon that the request needs is still starting.', REPEAT),
  no_products: entry(
    503,
    'No snapshot with products is live.',
    'Import a catalog, or wait for the one that is being built again: `/readyz` tells how far it is.',
  ),
  import_aborted: entry(503, 'The import was cut off; nothing of it was imported.', 'Repeat the import.'),
  catalog_damaged: entry(503, 'The catalog store is damaged, and is being restored from its copy.', REPEAT),
  export_aborted: entry(503, 'The process that reads the catalog store for exports has ended.', REPEAT),
  exports_busy: entry(503, 'As many exports are running as are allowed.', REPEAT),
  backup_failed: entry(
    503,
    'What is to be backed up is damaged, changes too fast, or had a customer who was forgotten meanwhile.',
    'Look at /readyz and the log of the daemon for the cause, then repeat the backup.',
  ),
  restore_unfinished: entry(
    503,
    'A restore of the data folder was cut off.',
    'Repeat it with `vitrine restore`, which begins anew.',
  ),
  export_too_slow: entry(503, 'The export took longer than its limit.', 'Read the reply faster, or export less.'),
  disk_read_only: entry(
    503,
    'The disk of the data folder is read-only; nothing was changed.',
    'Look why the system has mounted it so, which it does with a disk that fails.',
  ),
  disk_full: entry(
    503,
    'The disk of the data folder has too little free space.',
    'Free space on the disk, then repeat the request.',
  ),
  storage_unavailable: entry(
    503,
    'A store of the data folder cannot be read or written.',
    'Look at the log of the daemon for the cause.',
  ),
  format_unknown: entry(
    503,
    'A file of the data folder was written by a newer version.',
    'Run the version that wrote it, or a newer one.',
  ),
  visitors_unavailable: entry(503, 'The thread that keeps visitors is being replaced.', REPEAT),
  cannot_listen: entry(
    503,
    'The daemon cannot listen on its address.',
    'Choose another host or port, or stop what uses this one.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
