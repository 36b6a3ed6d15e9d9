/** What a fleet's streams, buckets and subjects are called: each has the name of the cluster, so that fleets share servers. */

export const BUCKETS = ['documents', 'lease', 'pointer', 'outcomes', 'positions'] as const;
export type Bucket = (typeof BUCKETS)[number];

export const STREAMS = ['imports', 'log', 'behaviour'] as const;
export type Stream = (typeof STREAMS)[number];

export const bucketName = (cluster: string, bucket: Bucket | 'parts' | 'bodies'): string =>
  `vitrine-${cluster}-${bucket}`;

export const streamName = (cluster: string, stream: Stream): string => `vitrine-${cluster}-${stream}`;

/** The subject of a stream's messages; a stream takes all that continue it. */
export const subjectOf = (cluster: string, stream: Stream, ...more: string[]): string =>
  ['vitrine', cluster, stream, ...more].join('.');
