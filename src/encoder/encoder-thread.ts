/** A thread that encodes texts, for a thread that waits or for one with an event loop. */
import { workerData } from 'node:worker_threads';
import { RequestServer } from '../threads/request-server.js';
import { leaderChannel, type WatchedData } from '../threads/watchdog-messages.js';
import { Encoder } from './encoder.js';
import type { EncoderProtocol, EncoderThreadData } from './encoder-protocol.js';

const { folder, digest, leader } = workerData as EncoderThreadData & Partial<WatchedData>;
const server = new RequestServer<EncoderProtocol>(leader && leaderChannel(leader));

Encoder.open(folder, digest).then(
  encoder => server.serve({ encode: ({ texts, role }) => encoder.encode(texts, role) }),
  (error: unknown) => server.refuse(error),
);
