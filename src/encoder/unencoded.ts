/** Why a text has no vector: there was no room or no time for it, or the encoder has failed. */
export type Unencoded = 'late' | 'failed';
