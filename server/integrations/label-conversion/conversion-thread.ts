import { handleTasks } from '#server/platform/concurrency/worker-thread-tasks.ts';
import type { LabelPicture } from './converter.ts';
import { pictureZpl } from './picture-zpl.ts';

handleTasks({
  *zpl(pictures: readonly LabelPicture[]) {
    // Yields no bytes for an unreadable picture, which makes the caller abort the task.
    for (const { png, ...corner } of pictures)
      yield Buffer.from(pictureZpl({ png: Buffer.from(png), ...corner }) ?? '');
  },
});
