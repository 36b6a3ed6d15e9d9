/** A thread that encodes texts. One whose folder is wrong refuses its start. */
import { workerData } from 'node:worker_threads';
import { RequestServer } from '../threads/request-server.js';
import { Encoder } from './encoder.js';
import type { EncoderProtocol, EncoderThreadData } from './encoder-protocol.js';

const { folder } = workerData as EncoderThreadData;
const server = new RequestServer<EncoderProtocol>();

Encoder.open(folder).then(
  encoder => server.serve({ encode: ({ texts, role }) => encoder.encode(texts, role) }),
  (error: unknown) => server.refuse(error),
);
