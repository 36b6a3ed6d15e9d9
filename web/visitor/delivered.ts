/**
 * What the daemon has put into the document: who the visitor is to it and its answers to what the page asks first. On a slow
 * connection that saves a round trip behind the script. A document without it is one with which the page asks.
 */
import type { Delivered, DeliveredAnswer } from './document-answers.js';

function read(): Delivered | undefined {
  const node = document.getElementById('delivered');
  // The daemon of this document wrote it.
  return node ? (JSON.parse(node.textContent) as Delivered) : undefined;
}

const delivered = read();

export const deliveredAsker = delivered?.asker;

/** The answer to a question, once. @param content the body of a POST */
export function takeDelivered(url: string, content: string | undefined): DeliveredAnswer | undefined {
  const answers = delivered?.answers ?? [];
  const at = answers.findIndex(answer => answer.url === url && answer.content === content);
  return at < 0 ? undefined : answers.splice(at, 1)[0];
}
