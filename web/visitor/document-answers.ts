/** The form of what the daemon puts into the document, which `delivered.ts` reads. */

export interface Asker {
  customerKey: string;
  sessionKey: string;
  touchpoint: 'DESKTOP' | 'MOBILE';
}

export interface DeliveredAnswer {
  url: string;
  /** The body of a POST; absent for a GET. */
  content?: string;
  /** How long the daemon took for it. */
  engineMs: number;
  body: unknown;
}

/** As JSON, the text of the element `#delivered`. */
export interface Delivered {
  asker: Asker;
  answers: DeliveredAnswer[];
}
