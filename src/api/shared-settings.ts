/** The settings that daemons of a fleet may share: those that take effect while a daemon runs, but for its key. */
import Type, { type Static } from 'typebox';

/** As a daemon has them, with their defaults. */
export const SHARED_SETTINGS = {
  corsOrigin: Type.Array(Type.String({ minLength: 1 }), {
    default: ['*'],
    description: 'Origins whose pages may read storefront answers; *: all; none: no page of another origin.',
  }),
  hosts: Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    description: 'Host names this cluster answers to, without port; none: any.',
  }),
  logLevel: Type.Union(
    [Type.Literal('debug'), Type.Literal('info'), Type.Literal('warn'), Type.Literal('error'), Type.Literal('silent')],
    { default: 'info', description: 'What is logged; debug: every request.' },
  ),
};

/** One that is absent is each daemon's own. */
export const SharedSettings = Type.Partial(Type.Object(SHARED_SETTINGS), { additionalProperties: false });
export type SharedSettings = Static<typeof SharedSettings>;
