import { handleTasks } from '#server/platform/worker-thread-tasks.ts';
import type { LabelPicture } from './converter.ts';
import { pictureZpl } from './picture-zpl.ts';

handleTasks({
  *zpl(pictures: readonly LabelPicture[]) {
    // No bytes where there is no picture: that ends the job.
    for (const { png, ...place } of pictures) yield Buffer.from(pictureZpl({ png: Buffer.from(png), ...place }) ?? '');
  },
});
