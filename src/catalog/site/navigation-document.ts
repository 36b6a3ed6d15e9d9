/**
 * The navigation of a shop: one tree of nodes for each market and locale, stored as one document each. Nodes are stored
 * in preorder, siblings in the order in which the shop shows them. Each node has the origin `import` or `app`, because
 * imports treat the two differently.
 */
import { type Static, Type } from 'typebox';

export const MAX_CUSTOM_DATA_KEYS = 50;
/** Limit of the names and values of a node's custom data together, in characters. */
export const MAX_CUSTOM_DATA_CHARACTERS = 1000;

const text = (max: number) =>
  Type.String({ minLength: 1, maxLength: max, description: `text of 1 to ${max} characters` });

export const NodeId = Type.String({
  pattern: '^[a-zA-Z0-9/_-]{1,200}$',
  description: 'a node id: 1 to 200 letters, digits, /, _ and -',
});

export const NavigationNode = Type.Object(
  {
    id: NodeId,
    title: text(200),
    type: Type.Enum(['PAGE', 'LABEL', 'LINK']),
    /** `__proto__` fits the alphabet but cannot be a member of a JavaScript map. */
    customData: Type.Optional(
      Type.Record(Type.String({ pattern: '^(?!__proto__$)[a-zA-Z0-9_-]+$' }), Type.String({ description: 'text' }), {
        additionalProperties: false,
        description: 'texts by names of letters, digits, _ and -',
      }),
    ),
    iconPath: Type.Optional(text(500)),
    pageId: Type.Optional(text(200)),
    parentId: Type.Optional(Type.Union([NodeId, Type.Null()], { description: 'a node id, or null for the top level' })),
    url: Type.Optional(text(200)),
  },
  { additionalProperties: false, description: 'a navigation node' },
);

const shared = {
  locale: text(20),
  market: text(20),
  addOrUpdate: Type.Optional(Type.Array(NavigationNode, { description: 'a list of navigation nodes' })),
  remove: Type.Optional(Type.Array(NodeId, { description: 'a list of node ids' })),
};

/** Body of the import, and of the export. */
export const NavigationContainer = Type.Object(
  { ...shared, type: Type.Enum(['PARTIAL', 'FULL', 'FORCE']) },
  { additionalProperties: false, description: 'a navigation' },
);

/** Body of the amendment by an app: changes to some nodes. */
export const NavigationAmendment = Type.Object(
  { ...shared, type: Type.Optional(Type.Enum(['PARTIAL'])) },
  { additionalProperties: false, description: 'changes to a navigation' },
);

export type NavigationNode = Static<typeof NavigationNode>;
export type NavigationContainer = Static<typeof NavigationContainer>;
export type NavigationAmendment = Static<typeof NavigationAmendment>;

export type NodeOrigin = 'import' | 'app';

/** A node of the stored navigation; `parentId` is absent at the top level. */
export type StoredNode = Omit<NavigationNode, 'parentId'> & { parentId?: string; origin: NodeOrigin };

/** The stored document; an empty navigation has none. */
export interface Navigation {
  nodes: StoredNode[];
}

/** Prefix of the keys of all navigation documents. */
export const NAVIGATION_PREFIX = 'navigation|';

export function navigationKey(market: string, locale: string): string {
  return `${NAVIGATION_PREFIX}${market}|${locale}`;
}
