/**
 * The parameters that all product queries share: market, locale, visitor and device, and those of offers (prices,
 * stores, channels).
 */
import { badRequest, missing } from '../errors/problem.js';
import { quote } from '../kernel/quote.js';
import type { ProductContext, Touchpoint, UserContext, ViewId, Visit } from '../pages/shared/requests.js';
import { flag, list, looseWord, looseWords, required, text, word } from './parameter-table.js';
import type { Parameters } from './parameters.js';

const TOUCHPOINTS = ['DESKTOP', 'MOBILE'] as const;
export const VIEWS = ['PRODUCTION', 'PREVIEW'] as const;
const CHANNELS = ['ONLINE', 'STORE'] as const;
const USER_CONTEXTS = ['PERSONALIZED', 'UNPERSONALIZED', 'ANONYMOUS', 'SYNTHETIC'] as const;

/** Longest key of a visitor: far longer than a UUID, and short enough for keys of the visitor store. */
export const MAX_VISITOR_KEY = 500;

/** The visitor of a request; see parseVisitor. */
export const VISITOR_PARAMETERS = [
  text('customerKey', 'The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors.', MAX_VISITOR_KEY),
  text('sessionKey', 'The visit. Left out by ANONYMOUS visitors.', MAX_VISITOR_KEY),
  word(
    'userContext',
    'How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics.',
    USER_CONTEXTS,
    'PERSONALIZED',
  ),
  flag('notify', 'Whether the request may be recorded.', true),
];

const TOUCHPOINT = looseWord('touchpoint', 'The device of the visitor.', TOUCHPOINTS);

/** The parameters of all notifications beside the visitor. */
export const ACTIVITY_PARAMETERS = [
  required(text('market', 'A market of the catalog.')),
  TOUCHPOINT,
  ...VISITOR_PARAMETERS,
];

/** The parameters that select offers and data of products; see parseOffers. */
const OFFER_PARAMETERS = [
  looseWords('channels', 'Where products have to be in stock to count as such; both unless stated.', CHANNELS),
  list('stores', 'Keys of the stores whose stock counts. Needed where channels names STORE.'),
  text('priceId', 'The customer prices that take the place of the ordinary ones.'),
  list('presentCustom', 'Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x.'),
  list('presentPrices', 'Ids of the customer prices that variants list.'),
  text('templateId', 'The response template that products follow.'),
  looseWord(
    'viewId',
    'PREVIEW shows pages and search settings as they will be once they are published.',
    VIEWS,
    'PRODUCTION',
  ),
];

/** The parameters of all queries but those of topics; see parseContext. */
export const CONTEXT_PARAMETERS = [
  required(text('market', 'A market of the catalog.')),
  required(text('locale', 'A locale of the market.')),
  required(TOUCHPOINT),
  ...VISITOR_PARAMETERS,
  ...OFFER_PARAMETERS,
];

/** The parameters of the query whose ticket has market and locale; see parseTopicContext. */
export const TOPIC_CONTEXT_PARAMETERS = [TOUCHPOINT, ...VISITOR_PARAMETERS, ...OFFER_PARAMETERS];

/** @throws Problem BAD_REQUEST naming the parameter. */
export function parseContext(parameters: Parameters): ProductContext & Visit {
  const market = parameters.required('market');
  const locale = parameters.required('locale');
  const touchpoint = parseTouchpoint(parameters);
  if (touchpoint === undefined) throw missing('touchpoint', 'expected DESKTOP or MOBILE');
  return { market, locale, ...parseOffers(parameters), touchpoint, ...parseVisitor(parameters) };
}

/**
 * Parses the context of a topic, whose market and locale are given.
 * @throws Problem BAD_REQUEST naming the parameter; also for `notify` beside a `userContext`, which states the same
 */
export function parseTopicContext(
  parameters: Parameters,
  { market, locale }: Pick<ProductContext, 'market' | 'locale'>,
): ProductContext & Visit {
  if (parameters.text('notify') !== undefined && parameters.text('userContext') !== undefined) {
    throw badRequest('notify', 'found together with userContext, expected one of the two', 'parameters_conflict');
  }
  const touchpoint = parseTouchpoint(parameters) ?? 'DESKTOP';
  return { market, locale, ...parseOffers(parameters), touchpoint, ...parseVisitor(parameters) };
}

function parseOffers(parameters: Parameters): Omit<ProductContext, 'market' | 'locale'> {
  const priceId = parameters.text('priceId');
  const templateId = parameters.text('templateId');
  const stores = parameters.list('stores') ?? [];
  const offers: Omit<ProductContext, 'market' | 'locale'> = {
    channels: parseChannels(parameters, stores),
    stores,
    presentCustom: parameters.list('presentCustom') ?? [],
    presentPrices: parameters.list('presentPrices') ?? [],
    viewId: parseViewId(parameters),
  };
  if (priceId !== undefined) offers.priceId = priceId;
  if (templateId !== undefined) offers.templateId = templateId;
  return offers;
}

/** @throws Problem BAD_REQUEST */
export function parseViewId(parameters: Parameters): ViewId {
  return upperWord(parameters, 'viewId', VIEWS) ?? 'PRODUCTION';
}

/** Undefined when it is not stated. @throws Problem BAD_REQUEST */
export function parseTouchpoint(parameters: Parameters): Touchpoint | undefined {
  return upperWord(parameters, 'touchpoint', TOUCHPOINTS);
}

/**
 * Parses the visitor of a request, and whether it may be recorded. @throws Problem BAD_REQUEST naming the parameter.
 */
export function parseVisitor(parameters: Parameters): Omit<Visit, 'touchpoint'> {
  const userContext = parameters.word('userContext', USER_CONTEXTS) ?? 'PERSONALIZED';
  const customerKey = visitorKey(parameters, 'customerKey', userContext);
  const sessionKey = visitorKey(parameters, 'sessionKey', userContext);
  const notify = parameters.flag('notify', true);
  // As nearly always. Members that are added one by one, or spread, made the engine take a hidden class for each object.
  if (customerKey !== undefined && sessionKey !== undefined) return { customerKey, sessionKey, userContext, notify };
  return {
    ...(customerKey === undefined ? undefined : { customerKey }),
    ...(sessionKey === undefined ? undefined : { sessionKey }),
    userContext,
    notify,
  };
}

/** ANONYMOUS has no keys, UNPERSONALIZED only a session, SYNTHETIC may have either, PERSONALIZED needs both. */
function visitorKey(
  parameters: Parameters,
  name: 'customerKey' | 'sessionKey',
  userContext: UserContext,
): string | undefined {
  const key = parameters.text(name);
  const forbidden = userContext === 'ANONYMOUS' || (userContext === 'UNPERSONALIZED' && name === 'customerKey');
  if (forbidden) {
    if (key !== undefined) throw badRequest(name, `found a key, expected none with userContext ${userContext}`);
    return undefined;
  }
  if (key === undefined) {
    if (userContext === 'SYNTHETIC') return undefined;
    throw missing(name, 'expected a key that identifies the visitor, for example a UUID');
  }
  if (key.length > MAX_VISITOR_KEY) {
    throw badRequest(name, `found ${key.length} characters, expected at most ${MAX_VISITOR_KEY}`, 'limit_exceeded');
  }
  return key;
}

function parseChannels(parameters: Parameters, stores: string[]): ProductContext['channels'] {
  const given = parameters.list('channels');
  if (given === undefined || given.length === 0) return { online: true, store: true };
  const channels = { online: false, store: false };
  for (const channel of given) {
    const upper = channel.toUpperCase();
    if (upper === 'ONLINE') channels.online = true;
    else if (upper === 'STORE') channels.store = true;
    else throw badRequest('channels', `found ${quote(channel)}, expected ONLINE, STORE or both`);
  }
  if (channels.store && stores.length === 0) {
    throw missing('stores', 'expected store keys, because channels names STORE');
  }
  return channels;
}

/** A word of a set that clients write in either case. */
function upperWord<Word extends string>(
  parameters: Parameters,
  name: string,
  allowed: readonly Word[],
): Word | undefined {
  const value = parameters.text(name);
  if (value === undefined) return undefined;
  const upper = value.toUpperCase();
  const word = allowed.find(candidate => candidate === upper);
  if (word === undefined) throw badRequest(name, `found ${quote(value)}, expected ${allowed.join(' or ')}`);
  return word;
}
