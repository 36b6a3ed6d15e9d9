/** Puts together what operators ask of a fleet. */
import type { FleetStatus } from '../../api/fleet-status.js';
import type { FleetConnection } from '../../fleet/connection.js';
import { BUCKETS, bucketName, STREAMS, streamName } from '../../fleet/names.js';
import type { FleetState } from './fleet-messages.js';
import type { MemberState } from './members.js';

const OBJECTS = ['parts', 'bodies'] as const;

type Stream = FleetStatus['streams'][number];

/** @param connection undefined: the servers cannot be reached */
export async function fleetStatus(
  { cluster, self }: { cluster: string; self: string },
  { isUp, newest, writer }: FleetState,
  members: readonly MemberState[],
  connection: FleetConnection | undefined,
): Promise<FleetStatus> {
  const streams = connection ? await streamsOf(connection) : [];
  return {
    cluster,
    isUp,
    self,
    ...(newest && { newest }),
    daemons: members.map(({ daemon, name, release, isDrained = false, snapshot, generation, placed }) => ({
      id: daemon,
      name,
      release,
      isWriter: daemon === writer?.daemon,
      isDrained,
      ...(placed && { address: placed.address }),
      ...(placed && placed.markets.length > 0 && { markets: [...placed.markets] }),
      ...(snapshot !== undefined && { snapshot }),
      ...(generation !== undefined && { generation }),
      behind: Math.max(0, (newest?.generation ?? 0) - (generation ?? 0)),
    })),
    streams,
    waiting: streams.find(({ name }) => name === streamName(cluster, 'imports'))?.messages ?? 0,
  };
}

async function streamsOf(connection: FleetConnection): Promise<Stream[]> {
  const { cluster } = connection;
  const names = [
    ...STREAMS.map(stream => streamName(cluster, stream)),
    ...BUCKETS.map(bucket => `KV_${bucketName(cluster, bucket)}`),
    ...OBJECTS.map(store => `OBJ_${bucketName(cluster, store)}`),
  ];
  const found = await Promise.all(names.map(name => streamOf(connection, name)));
  return found.filter(stream => stream !== undefined);
}

/** @returns undefined where there is none yet */
async function streamOf({ manager }: FleetConnection, name: string): Promise<Stream | undefined> {
  try {
    const { state, config, cluster } = await manager.streams.info(name);
    // A server that is alone tells nothing of others.
    const others = cluster?.replicas ?? [];
    const leads = cluster?.leader === undefined && others.length > 0 ? 0 : 1;
    return {
      name,
      messages: state.messages,
      bytes: state.bytes,
      replicas: config.num_replicas,
      current: leads + others.filter(({ current, offline }) => current && !offline).length,
    };
  } catch {
    return undefined;
  }
}
