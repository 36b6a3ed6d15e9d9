/** A thread for tests of `TaskThread`: it counts its tasks, waits, throws and dies as it is told. */
import { Transferred } from '../../src/threads/request-server.js';
import { serveTasks } from '../../src/threads/task-server.js';

export type CountingTask =
  | { do: 'count' }
  | { do: 'count later' }
  | { do: 'throw' }
  | { do: 'exit' }
  | { do: 'hang' }
  | { do: 'move'; bytes: Uint8Array<ArrayBuffer> }
  /** What cannot be copied. */
  | { do: 'reply a function' };

void serveTasks<{ first: number; dies: boolean }, CountingTask, unknown>(({ first, dies }) => {
  if (dies) throw new Error('born dead');
  let count = first;
  return task => {
    switch (task.do) {
      case 'count':
        return count++;
      case 'count later':
        return Promise.resolve().then(() => count++);
      case 'throw':
        throw new RangeError('a defect');
      case 'exit':
        return process.exit(7);
      case 'hang':
        for (;;);
      case 'move':
        return new Transferred(task.bytes, [task.bytes.buffer]);
      case 'reply a function':
        return () => 0;
    }
  };
});
