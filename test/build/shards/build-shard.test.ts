/** A build that fails leaves nothing behind. */
import t from 'tap';
import { BuildShard } from '../../../src/build/shards/build-shard.js';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { Spill } from '../../../src/index/spilled-bytes.js';
import { testFolder } from '../../folder.js';

t.test('what waits on disk is freed when a build ends without a result', async t => {
  const dir = testFolder(t);
  const shard = new BuildShard({ dir, views: [], translations: [], settings: DEFAULT_INDEX_SETTINGS });
  const [postings, part] = [new Spill(dir), new Spill(dir)];
  part.add(Uint8Array.of(1, 2, 3));
  part.close();
  postings.add(Uint8Array.of(1, 2, 3));
  shard.abort();
  t.throws(() => postings.add(Uint8Array.of(4)), { code: 'EBADF' });
});
