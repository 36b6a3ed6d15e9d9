/**
 * The dashboards as Grafana reads them, without Grafana: the parts of its model that they use, where panels lie, and that
 * everything goes through the data source and the daemons that are chosen above.
 */
import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const ROOT = new URL('../../ops/grafana/', import.meta.url);

const Datasource = Type.Object({
  type: Type.Literal('prometheus'),
  uid: Type.String({ pattern: '^\\$\\{datasource\\}$' }),
});
const GridPos = Type.Object({
  x: Type.Integer({ minimum: 0, maximum: 23 }),
  y: Type.Integer({ minimum: 0 }),
  w: Type.Integer({ minimum: 1, maximum: 24 }),
  h: Type.Integer({ minimum: 1 }),
});
const literals = <const Texts extends string[]>(...texts: Texts) => Type.Enum(texts);
const closed = { additionalProperties: false };

const Target = Type.Object(
  {
    refId: Type.String({ pattern: '^[A-Z]$' }),
    datasource: Datasource,
    expr: Type.String({ minLength: 1 }),
    legendFormat: Type.String(),
    instant: Type.Optional(Type.Boolean()),
    exemplar: Type.Optional(Type.Boolean()),
  },
  closed,
);
const Thresholds = Type.Object({
  mode: literals('absolute', 'percentage'),
  steps: Type.Array(Type.Object({ color: Type.String(), value: Type.Union([Type.Null(), Type.Number()]) }), {
    minItems: 1,
  }),
});
const FieldConfig = Type.Object({
  defaults: Type.Object(
    {
      unit: literals('short', 'none', 's', 'ms', 'bytes', 'reqps', 'ops', 'percentunit'),
      min: Type.Optional(Type.Number()),
      max: Type.Optional(Type.Number()),
      decimals: Type.Optional(Type.Integer()),
      noValue: Type.Optional(Type.String()),
      custom: Type.Optional(Type.Object({ drawStyle: literals('line', 'bars', 'points') })),
      mappings: Type.Optional(Type.Array(Type.Object({ type: literals('value', 'range', 'special', 'regex') }))),
      thresholds: Type.Optional(Thresholds),
    },
    closed,
  ),
  overrides: Type.Array(Type.Unknown()),
});
const about = { id: Type.Integer({ minimum: 1 }), title: Type.String({ minLength: 1 }), gridPos: GridPos };
const Row = Type.Object(
  { ...about, type: Type.Literal('row'), collapsed: Type.Literal(false), panels: Type.Tuple([]) },
  closed,
);
const Panel = Type.Object(
  {
    ...about,
    type: literals('stat', 'timeseries'),
    description: Type.String(),
    datasource: Datasource,
    targets: Type.Array(Target, { minItems: 1 }),
    fieldConfig: FieldConfig,
    options: Type.Object({}),
  },
  closed,
);
const Dashboard = Type.Object({
  uid: Type.String({ pattern: '^[\\w-]{1,40}$' }),
  title: Type.String({ minLength: 1 }),
  tags: Type.Array(Type.String()),
  schemaVersion: Type.Integer({ minimum: 36 }),
  graphTooltip: Type.Integer({ minimum: 0, maximum: 2 }),
  refresh: Type.String({ pattern: '^\\d+[smh]$' }),
  time: Type.Object({ from: Type.String(), to: Type.String() }),
  templating: Type.Object({
    list: Type.Array(Type.Object({ name: Type.String(), type: literals('datasource', 'query') })),
  }),
  annotations: Type.Object({ list: Type.Array(Type.Object({ name: Type.String(), datasource: Datasource })) }),
  panels: Type.Array(Type.Union([Row, Panel])),
});
type Place = Static<typeof GridPos>;

const overlap = (a: Place, b: Place) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

for (const name of readdirSync(ROOT)) {
  t.test(name, t => {
    const dashboard: unknown = JSON.parse(readFileSync(new URL(name, ROOT), 'utf8'));
    t.same(
      [...Value.Errors(Dashboard, dashboard)].map(({ instancePath, message }) => `${instancePath}: ${message}`),
      [],
    );
    const { panels, templating } = Value.Parse(Dashboard, dashboard);
    t.equal(new Set(panels.map(({ id }) => id)).size, panels.length, 'each panel has an id of its own');
    const places = panels.map(({ gridPos }) => gridPos);
    for (const [i, place] of places.entries()) {
      t.ok(place.x + place.w <= 24, `${panels[i]!.title} ends within the grid`);
      const other = places.findIndex((one, j) => j > i && overlap(place, one));
      t.equal(other, -1, `${panels[i]!.title} overlaps ${panels[other]?.title}`);
    }
    const variables = new Set([...templating.list.map(({ name }) => name), '__rate_interval']);
    for (const panel of panels) {
      if (!('targets' in panel)) continue;
      t.equal(new Set(panel.targets.map(({ refId }) => refId)).size, panel.targets.length, panel.title);
      for (const { expr } of panel.targets) {
        for (const [, used] of expr.matchAll(/\$\{?(\w+)/g)) t.ok(variables.has(used!), `${panel.title}: $${used}`);
        t.match(expr, 'instance=~"$instance"', panel.title);
      }
      const steps = panel.fieldConfig.defaults.thresholds?.steps.map(({ value }) => value ?? Number.NEGATIVE_INFINITY);
      if (steps)
        t.same(
          steps,
          steps.toSorted((a, b) => a - b),
          `${panel.title}: thresholds rise`,
        );
    }
    t.end();
  });
}
