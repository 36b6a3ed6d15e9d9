/** The report of campaigns: accounts as JSON or CSV, with amounts in units of the currency. */
import type { AccountRow, AttributedSums, InvalidRow, StoredAccounts } from './campaign-accounts.js';
import { fromMicros } from './campaign-terms.js';

export const REPORT_FORMATS = ['json', 'csv'] as const;

export interface ReportOrder {
  /** First and last day, like 2026-01-31; absent: all. */
  from?: string;
  to?: string;
  campaign?: string;
  format: (typeof REPORT_FORMATS)[number];
}

const attributed = ({ addToCarts, sales, revenueMicros }: AttributedSums) => ({
  addToCarts,
  sales,
  revenue: fromMicros(revenueMicros),
});

function reportedRow({ spendMicros, clicked, viewed, ...row }: AccountRow) {
  return { ...row, spend: fromMicros(spendMicros), ...attributed(clicked), viewThrough: attributed(viewed) };
}

export type ReportedRow = ReturnType<typeof reportedRow>;

/** Whether an order asks for a row. */
export function isOrdered({
  from,
  to,
  campaign: wanted,
}: ReportOrder): (row: { campaign: string; day: string }) => boolean {
  return ({ campaign, day }) =>
    (from === undefined || day >= from) &&
    (to === undefined || day <= to) &&
    (wanted === undefined || campaign === wanted);
}

/** @param accounts rows in their order */
export function formatReport(accounts: StoredAccounts, { format }: ReportOrder): Buffer {
  const rows = accounts.rows.map(reportedRow);
  const text = format === 'csv' ? csv(rows, accounts.invalid) : JSON.stringify({ rows, invalid: accounts.invalid });
  return Buffer.from(text);
}

const COLUMNS = [
  'day',
  'campaign',
  'product',
  'phrase',
  'page',
  'impressions',
  'clicks',
  'spend',
  'addToCarts',
  'sales',
  'revenue',
  'viewThroughAddToCarts',
  'viewThroughSales',
  'viewThroughRevenue',
  'invalid',
] as const;

/** One table (RFC 4180): rows of what was not billed have a reason in the column `invalid`. */
function csv(rows: readonly ReportedRow[], invalid: readonly InvalidRow[]): string {
  const lines: (string | number)[][] = [[...COLUMNS]];
  for (const row of rows) {
    const { addToCarts, sales, revenue } = row.viewThrough;
    const values = { ...row, viewThroughAddToCarts: addToCarts, viewThroughSales: sales, viewThroughRevenue: revenue };
    lines.push(COLUMNS.map(column => (column === 'invalid' ? '' : values[column])));
  }
  for (const { day, campaign, reason, clicks, impressions } of invalid) {
    const values: Partial<Record<(typeof COLUMNS)[number], string | number>> = { day, campaign, impressions, clicks };
    lines.push(COLUMNS.map(column => (column === 'invalid' ? reason : (values[column] ?? ''))));
  }
  return lines.map(values => `${values.map(field).join(',')}\r\n`).join('');
}

/** What a spreadsheet would take for a formula begins with an apostrophe: phrases are typed by visitors. */
function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
