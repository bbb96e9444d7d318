import { seedDemonstrationData } from '#server/demo/seed/seed.ts';
import { createDemoDatabase, type DemoDatabase } from './demo-database.ts';

let seeding: Promise<DemoDatabase> | undefined;

async function seed(): Promise<DemoDatabase> {
  const demo = await createDemoDatabase();
  await seedDemonstrationData(demo.deps, demo.database.owner);
  return demo;
}

/** Returns the demonstration data of this test process, for test files that only read them. They end with the process. */
export function sharedDemo(): Promise<DemoDatabase> {
  seeding ??= seed();
  return seeding;
}
