/**
 * The beginning of a response's buffer, in which cards are filled and taken apart. Longer ones go the general way.
 *
 *   0             what a ticket begins with, the key of its tag, and whether products are new
 *   PREFIX_BYTES  a filled record; towards the end the record that it is filled from
 */

/** A signed context has at most 2,200 characters. */
export const PREFIX_BYTES = 4096;
export const CARD_STAGE_BYTES = PREFIX_BYTES + (256 << 10);
