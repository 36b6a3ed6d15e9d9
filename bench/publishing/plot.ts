/**
 * Draws throughput and latency over catalog size as one SVG with two panels, both axes logarithmic. Colours follow the
 * reader's light or dark setting. A size that was not measured has no point.
 */
import type { QueryKind } from '../catalogs/requests.js';
import type { Measured, Turn } from './results.js';
import { figureOf, newestBySize, type PublishedRow } from './rows.js';

const PANEL = { width: 380, height: 260, top: 46, left: 62, gap: 86 };
/** Of a panel's width, where the second column of its legend begins. */
const LEGEND_SHARE = 0.54;
const WIDTH = PANEL.left + PANEL.width * 2 + PANEL.gap + 20;
const HEIGHT = PANEL.top + PANEL.height + 108;

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #333; }
  .title { font-size: 14px; font-weight: 600; }
  .grid { stroke: #ccc; stroke-width: 1; }
  .between { stroke: #eee; stroke-width: 1; }
  .frame { stroke: #888; fill: none; }
  .line { fill: none; stroke-width: 2; }
  .dashed { stroke-dasharray: 5 4; }
  .back { fill: #fff; }
  .a { stroke: #1d5fbf; } .b { stroke: #c2410c; }
  circle.a { fill: #1d5fbf; } circle.b { fill: #c2410c; }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd; }
    .grid { stroke: #3d424b; }
    .between { stroke: #23272e; }
    .frame { stroke: #8a8f98; }
    .back { fill: #14171c; }
    .a { stroke: #7db2ff; } .b { stroke: #ff9d6b; }
    circle.a { fill: #7db2ff; } circle.b { fill: #ff9d6b; }
  }`;

interface Series {
  label: string;
  /** CSS classes. */
  style: string;
  points: (readonly [products: number, value: number])[];
}

/** From values to places. */
interface Scale {
  (value: number): number;
  ticks: readonly number[];
}

/** @returns nothing where nothing was measured over catalog size */
export function plot(rows: readonly PublishedRow[]): string | undefined {
  const series = (label: string, style: string, measurement: Measured, kind: QueryKind, name: keyof Turn): Series => ({
    label,
    style,
    points: newestBySize(rows, measurement, kind).flatMap(({ catalog, turns }) => {
      const value = figureOf(turns, name);
      return value === undefined ? [] : [[catalog.count, value] as const];
    }),
  });
  const rates = [
    series('search page, one thread', 'a', 'thread', 'search-page', 'perSecond'),
    series('search page, over HTTP', 'a dashed', 'uncached', 'search-page', 'perSecond'),
    series('autocomplete, one thread', 'b', 'thread', 'autocomplete', 'perSecond'),
    series('autocomplete, over HTTP', 'b dashed', 'uncached', 'autocomplete', 'perSecond'),
  ];
  const latencies = [
    series('search page, p50', 'a', 'thread', 'search-page', 'p50'),
    series('search page, p99', 'a dashed', 'thread', 'search-page', 'p99'),
    series('autocomplete, p50', 'b', 'thread', 'autocomplete', 'p50'),
    series('autocomplete, p99', 'b dashed', 'thread', 'autocomplete', 'p99'),
  ];
  if ([rates, latencies].some(all => all.every(({ points }) => points.length === 0))) return undefined;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    '<title>Throughput and latency over catalog size</title>',
    `<style>${STYLE}\n</style>`,
    `<rect class="back" width="${WIDTH}" height="${HEIGHT}"/>`,
    ...panel(PANEL.left, 'Queries a second', rates),
    ...panel(PANEL.left + PANEL.width + PANEL.gap, 'Milliseconds, one thread', latencies),
    '</svg>\n',
  ].join('\n');
}

/** @param left where it begins */
function panel(left: number, title: string, all: readonly Series[]): string[] {
  const x = scale(decades(all.flatMap(({ points }) => points.map(([products]) => products))), left, left + PANEL.width);
  const bottom = PANEL.top + PANEL.height;
  const y = scale(decades(all.flatMap(({ points }) => points.map(([, value]) => value))), bottom, PANEL.top);
  return [
    `<text class="title" x="${left}" y="${PANEL.top - 18}">${title}</text>`,
    ...between(y.ticks).map(value => line('between', left, y(value), left + PANEL.width, y(value))),
    ...x.ticks.map(tick => line('grid', x(tick), PANEL.top, x(tick), bottom)),
    ...y.ticks.map(tick => line('grid', left, y(tick), left + PANEL.width, y(tick))),
    `<rect class="frame" x="${left}" y="${PANEL.top}" width="${PANEL.width}" height="${PANEL.height}"/>`,
    ...x.ticks.map(tick => text(x(tick), bottom + 18, 'middle', short(tick))),
    ...y.ticks.map(tick => text(left - 8, y(tick) + 4, 'end', short(tick))),
    text(left + PANEL.width / 2, bottom + 36, 'middle', 'products'),
    ...all.flatMap(({ style, points }) => [
      `<polyline class="line ${style}" points="${points.map(([at, value]) => `${round(x(at))},${round(y(value))}`).join(' ')}"/>`,
      ...points.map(
        ([at, value]) => `<circle class="${style[0]}" cx="${round(x(at))}" cy="${round(y(value))}" r="3.5"/>`,
      ),
    ]),
    ...all.flatMap(({ label, style }, i) => {
      const from = left + (i % 2) * (PANEL.width * LEGEND_SHARE);
      const at = bottom + 62 + Math.floor(i / 2) * 22;
      return [line(`line ${style}`, from, at - 4, from + 24, at - 4), text(from + 30, at, 'start', label)];
    }),
  ];
}

/** The powers of ten around some values. */
function decades(values: readonly number[]): number[] {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
}

/** Two and five times the powers of ten below the last. */
function between(ticks: readonly number[]): number[] {
  return ticks.slice(0, -1).flatMap(tick => [tick * 2, tick * 5]);
}

/** By logarithms: the first tick is at `from`, the last at `to`. */
function scale(ticks: readonly number[], from: number, to: number): Scale {
  const low = Math.log10(ticks[0]);
  const high = Math.log10(ticks[ticks.length - 1]);
  const place = (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from);
  return Object.assign(place, { ticks });
}

function line(style: string, x1: number, y1: number, x2: number, y2: number): string {
  return `<line class="${style}" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"/>`;
}

function text(x: number, y: number, anchor: 'start' | 'middle' | 'end', content: string): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${content}</text>`;
}

/** As 10 k or 1 M. */
function short(value: number): string {
  if (value >= 1e6) return `${value / 1e6} M`;
  return value >= 1e3 ? `${value / 1e3} k` : String(Number(value.toPrecision(2)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
