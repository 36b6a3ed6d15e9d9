/**
 * Dates of the demo catalog count back from one fixed day, so that a new build of it holds the same bytes.
 */
const TODAY = Date.UTC(2026, 10, 20);

/** The day `daysAgo` days before, as `YYYY-MM-DD`. */
export const day = (/** @type {number} */ daysAgo) => new Date(TODAY - daysAgo * 86_400_000).toISOString().slice(0, 10);
